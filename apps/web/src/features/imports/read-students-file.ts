import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import type { PreviewResult } from './preview.ts'

/** Reads a file away from the page's own thread, so that a long one doesn't freeze it. */
export async function readStudentsFile(file: File): Promise<PreviewResult> {
  if (file.size > limits.importBytes) return { problem: messages.fileTooLarge(file.name) }
  if (typeof Worker === 'undefined') {
    const { previewFile } = await import('./preview.ts')
    return previewFile(file.name, new Uint8Array(await file.arrayBuffer()))
  }
  const worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<PreviewResult>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<PreviewResult>) => resolve(data)
      worker.onerror = () => reject(new Error(`Não foi possível ler ${file.name}.`))
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
