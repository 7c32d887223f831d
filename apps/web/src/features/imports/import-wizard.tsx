import { Alert, Progress, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { confirmInvitation } from '../../ui/cohorts/may-invite.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import type { Sheet } from '../../ui/spreadsheet/sheet.ts'
import type { Correction } from './checked-rows.ts'
import { FileChooser } from './file-chooser.tsx'
import { type ImportPayment, ImportPreview } from './import-preview.tsx'
import { FileTooLarge, type ImportedInto, useStartImport } from './imports.queries.ts'
import { type PreviewResult, previewRows, previewSheet, previewTable } from './preview.ts'
import { readPastedList, readStudentsFile } from './read-students-file.ts'
import type { Table } from './table.ts'
import { useKeptPreview } from './use-kept-preview.ts'

interface ImportWizardProps {
  cohort: ImportedInto
  payment: ImportPayment
  /** The payment of what is missing begins: from now on the dialog must be found again after a reload. */
  onPay: () => void
  /** A question begins or ends. */
  onAsking: (isAsking: boolean) => void
  onClose: () => void
}

/** A file, what is in it, and off it goes; the progress is followed on the class's page. */
export default function ImportWizard({ cohort, payment, onPay, onAsking, onClose }: ImportWizardProps) {
  const start = useStartImport(cohort.id)
  const {
    kept,
    wasPaying,
    show: showPreview,
    keepInTab,
    forgetInTab,
    forget,
    restart: showNone,
  } = useKeptPreview(cohort.id)
  const [isPaying, setPaying] = useState(wasPaying)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  // The pasted list is there again when an administrator comes back to correct it.
  const [pasted, setPasted] = useState('')
  const [renews, setRenews] = useState(false)
  const [sent, setSent] = useState(0)
  // Two clicks in one instant are one import, even before the button had time to be disabled.
  const isStarted = useRef(false)

  const preview = kept?.preview
  const show = (result: PreviewResult) => {
    setProblem('problem' in result ? result.problem : undefined)
    if ('preview' in result) showPreview(result.preview)
  }
  const handleFile = async (file: File) => {
    setProblem(undefined)
    setReading(true)
    try {
      show(await readStudentsFile(file))
    } catch {
      setProblem(`Não foi possível ler ${file.name}. O arquivo pode ter sido movido ou estar aberto em outro programa.`)
    } finally {
      setReading(false)
    }
  }
  const showAgain = (result: PreviewResult) =>
    show(preview?.sheets && 'preview' in result ? { preview: { ...result.preview, sheets: preview.sheets } } : result)
  const handleMap = (table: Table) => preview && showAgain(previewTable(preview.filename, table))
  const handleSheet = (sheet: Sheet) =>
    preview?.sheets && show(previewSheet(preview.filename, preview.sheets.all, sheet))
  const handleCorrect = (corrections: Correction[]) => {
    if (!preview) return
    const meant = new Map(corrections.map(({ line, suggestion }) => [line, suggestion]))
    const rows = preview.rows.map((row) => ({ ...row, email: meant.get(row.line) ?? row.email }))
    showAgain(previewRows(preview.filename, rows, preview.table))
  }
  const confirmStart = async () => {
    onAsking(true)
    try {
      return await confirmInvitation(cohort)
    } finally {
      onAsking(false)
    }
  }
  const handleStart = async () => {
    if (!preview || isStarted.current) return
    isStarted.current = true
    if (!(await confirmStart())) {
      isStarted.current = false
      return
    }
    // A reload while it is sent must not offer it again.
    forgetInTab()
    start.mutate(
      { ...preview, renews, onProgress: setSent },
      {
        onSuccess: () => {
          forget()
          onClose()
        },
        onError: () => {
          isStarted.current = false
        },
      },
    )
  }
  const restart = () => {
    start.reset()
    setRenews(false)
    setPaying(false)
    showNone()
    setProblem(undefined)
  }
  const tooLarge = start.error instanceof FileTooLarge ? start.error.message : undefined
  return (
    <Stack>
      {kept && preview ? (
        <>
          <ImportPreview
            cohort={cohort}
            preview={preview}
            version={kept.version}
            onMap={handleMap}
            onSheet={handleSheet}
            onCorrect={handleCorrect}
            renews={renews}
            onRenews={setRenews}
            isPaying={isPaying}
            onPay={() => {
              keepInTab()
              setPaying(true)
              onPay()
            }}
            payment={payment}
            isStarting={start.isPending}
            onStart={() => void handleStart()}
            onRestart={restart}
          />
          {start.isPending && (
            <div>
              <Text size="sm" mb={4}>
                Enviando…
              </Text>
              <Progress value={sent * 100} aria-label="Envio do arquivo" />
            </div>
          )}
        </>
      ) : (
        <FileChooser
          isReading={isReading}
          onFile={(file) => void handleFile(file)}
          pasted={pasted}
          onPasted={setPasted}
          onList={(text) => show(readPastedList(text))}
        />
      )}
      {(problem ?? tooLarge) && (
        <Alert color="danger" role="alert">
          {problem ?? tooLarge}
        </Alert>
      )}
      {!problem && !tooLarge && start.error && <FailureAlert error={start.error} />}
    </Stack>
  )
}
