import { FileButton } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconFileSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import classes from './file-check.module.css'
import { canHash, sha256Of } from './file-hash.ts'

type Verdict = { file: string; result: 'same' | 'different' | 'unreadable' }

const sentence = {
  same: 'é exatamente o arquivo que a escola emitiu.',
  different: 'não é o arquivo que a escola emitiu com este código: pode ter sido alterado ou ser de outra emissão.',
  unreadable: 'não pôde ser lido. Escolha o arquivo de novo.',
}

/** Compares a PDF that the visitor received with the one that was issued. */
export function FileCheck({ sha256 }: { sha256: string | null }) {
  const [verdict, setVerdict] = useState<Verdict>()
  const [isReading, setReading] = useState(false)
  const reset = useRef<() => void>(null)

  const check = async (file: File | null) => {
    if (!file || isReading) return
    setReading(true)
    const result = await sha256Of(file).then(
      (hash): Verdict['result'] => (hash === sha256 ? 'same' : 'different'),
      (): Verdict['result'] => 'unreadable',
    )
    setVerdict({ file: file.name, result })
    setReading(false)
    // The reset lets the visitor choose the same file again.
    reset.current?.()
  }

  return (
    <section className={classes.card} aria-labelledby="file-check">
      <h2 id="file-check" className={classes.title}>
        Conferir arquivo
      </h2>
      <p className={classes.text}>
        Recebeu este certificado em PDF? Escolha o arquivo para saber se ele é idêntico ao emitido. Ele não sai do seu
        aparelho.
      </p>
      {sha256 === null ? (
        <p className={classes.text}>O arquivo ainda está sendo preparado. Tente em instantes.</p>
      ) : canHash() ? (
        <FileButton onChange={check} accept="application/pdf" resetRef={reset}>
          {(props) => (
            <BusyButton
              {...props}
              variant="light"
              busy={isReading}
              leftSection={<IconFileSearch size={18} aria-hidden />}
            >
              Escolher PDF
            </BusyButton>
          )}
        </FileButton>
      ) : (
        <p className={classes.text}>Para conferir o arquivo, abra esta página com https.</p>
      )}
      <div className={classes.live} aria-live="polite">
        {verdict && (
          <p className={classes.verdict} data-result={verdict.result}>
            {verdict.result === 'same' ? (
              <IconCircleCheck size={22} aria-hidden />
            ) : (
              <IconCircleX size={22} aria-hidden />
            )}
            <span>
              <strong>{verdict.file}</strong> {sentence[verdict.result]}
            </span>
          </p>
        )}
      </div>
    </section>
  )
}
