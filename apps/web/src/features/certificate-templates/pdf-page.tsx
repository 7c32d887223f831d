import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import classes from './certificate-templates.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** Most dots that the picture has from left to right. */
const widest = 1600

/** First page of a PDF, as a picture. */
export default function PdfPage({ bytes, label }: { bytes: ArrayBuffer; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // The reader takes the bytes away, which the next showing needs, too. Letters are drawn, because fonts of a document may not be loaded.
    const loading = getDocument({ data: bytes.slice(0), disableFontFace: true })
    const draw = async () => {
      const page = await (await loading.promise).getPage(1)
      const width = Math.min(widest, (canvas.current?.clientWidth || widest) * devicePixelRatio)
      const { width: natural } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: width / natural })
      // Drawn aside, so that the page on the screen is there until the next one is whole.
      const drawn = document.createElement('canvas')
      drawn.width = viewport.width
      drawn.height = viewport.height
      await page.render({ canvas: drawn, viewport }).promise
      const shown = canvas.current
      if (!isCurrent || !shown) return
      shown.width = drawn.width
      shown.height = drawn.height
      shown.getContext('2d')?.drawImage(drawn, 0, 0)
      setFailed(false)
    }
    draw().catch(() => isCurrent && setFailed(true))
    return () => {
      isCurrent = false
      void loading.destroy()
    }
  }, [bytes])
  return (
    <>
      {hasFailed && <p className={classes.failed}>Não conseguimos mostrar a prévia neste navegador.</p>}
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={label} hidden={hasFailed} />
    </>
  )
}
