import type { Verification } from '@escola/contract/certificates.contract'
import { FileButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconFileSearch } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import classes from './file-check.module.css'
import { canHash, sha256Of } from './file-hash.ts'
import { ordinalOf } from './issue-history.tsx'

type Proof = Pick<Verification, 'issues' | 'state' | 'is_drawn' | 'is_queued'>

function describeMissing({ is_drawn, is_queued }: Proof): string {
  if (is_queued) return 'O arquivo ainda está sendo preparado. Tente em instantes.'
  return is_drawn ? 'O arquivo foi apagado.' : 'O arquivo não pôde ser preparado. A escola pode gerá-lo de novo.'
}
type Result = 'same' | 'older' | 'revoked' | 'different' | 'notPdf' | 'unreadable'
type Verdict = { file: string; result: Result; number?: number }

/** A certificate is far smaller; a larger file is none, and is not read. */
const largestFile = 50 * 1024 * 1024

const icons = {
  same: IconCircleCheck,
  older: IconAlertTriangle,
  revoked: IconAlertTriangle,
  different: IconCircleX,
  notPdf: IconAlertTriangle,
  unreadable: IconCircleX,
}

const sentenceOf = ({ result, number = 1 }: Verdict) =>
  ({
    same: 'é exatamente o arquivo que a escola emitiu.',
    older: `é a ${ordinalOf(number)} emissão deste certificado. Ela é verdadeira, mas a escola já emitiu uma mais nova.`,
    revoked: 'é um arquivo que a escola emitiu, mas o certificado foi revogado e não vale mais.',
    different:
      'não é um arquivo que a escola emitiu para este certificado: foi alterado, ou salvo de novo por outro programa. Peça o PDF original.',
    notPdf:
      'não é o PDF original, e só ele pode ser conferido: uma foto, uma captura de tela ou uma cópia nunca é igual. Peça o arquivo em PDF a quem o recebeu da escola.',
    unreadable: 'não pôde ser lido. Escolha o arquivo de novo.',
  })[result]

/** Compares a PDF that the visitor received with every issue of the certificate. */
export function FileCheck({ proof }: { proof: Proof }) {
  const [verdict, setVerdict] = useState<Verdict>()
  const [isReading, setReading] = useState(false)
  const newest = useRef<File>(undefined)
  const reset = useRef<() => void>(null)

  const check = async (file: File | null | undefined) => {
    if (!file) return
    newest.current = file
    setVerdict(undefined)
    setReading(true)
    const found = await compareFile(file, proof)
    // A file that is dropped while another is read takes its place.
    if (newest.current !== file) return
    setVerdict({ file: file.name, ...found })
    setReading(false)
    // The reset lets the visitor choose the same file again.
    reset.current?.()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (proof.issues.length > 0 && canHash()) void check(event.dataTransfer.files[0])
  }
  const Icon = verdict && icons[verdict.result]

  return (
    <section
      className={classes.card}
      aria-labelledby="file-check"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <h2 id="file-check" className={classes.title}>
        Conferir arquivo
      </h2>
      <p className={classes.text}>
        Recebeu este certificado em PDF? Solte o arquivo aqui, ou escolha-o, para saber se ele é idêntico ao emitido.
        Ele não sai do seu aparelho.
      </p>
      {proof.issues.length === 0 ? (
        <p className={classes.text}>{describeMissing(proof)}</p>
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
        {verdict && Icon && (
          <p className={classes.verdict} data-result={verdict.result}>
            <Icon size={22} aria-hidden />
            <span>
              <strong>{verdict.file}</strong> {sentenceOf(verdict)}
            </span>
          </p>
        )}
      </div>
    </section>
  )
}

/** Whether the file begins as each PDF does. */
const isPdf = async (file: File): Promise<boolean> => (await file.slice(0, 1024).text()).includes('%PDF-')

async function compareFile(file: File, { issues, state }: Proof): Promise<{ result: Result; number?: number }> {
  if (file.size > largestFile) return { result: 'different' }
  const hash = await sha256Of(file).catch(() => undefined)
  if (!hash) return { result: 'unreadable' }
  const issue = issues.find(({ sha256 }) => sha256 === hash)
  if (!issue) return { result: (await isPdf(file)) ? 'different' : 'notPdf' }
  if (state === 'revoked') return { result: 'revoked' }
  return { result: issue.is_current ? 'same' : 'older', number: issue.number }
}
