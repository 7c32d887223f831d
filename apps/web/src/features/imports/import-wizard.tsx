import { Alert, Progress, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { confirmInvitation } from '../../ui/may-invite.ts'
import { FileChooser } from './file-chooser.tsx'
import { ImportPreview } from './import-preview.tsx'
import { FileTooLarge, type ImportedInto, useStartImport } from './imports.queries.ts'
import type { Preview } from './preview.ts'
import { readStudentsFile } from './read-students-file.ts'

interface ImportWizardProps {
  cohort: ImportedInto
  /** A question begins or ends. */
  onAsking: (isAsking: boolean) => void
  onClose: () => void
}

/** A file, what is in it, and off it goes; the progress is followed on the class's page. */
export default function ImportWizard({ cohort, onAsking, onClose }: ImportWizardProps) {
  const start = useStartImport(cohort.id)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [preview, setPreview] = useState<Preview>()
  const [sent, setSent] = useState(0)
  // Two clicks in one instant are one import, even before the button had time to be disabled.
  const isStarted = useRef(false)

  const handleFile = async (file: File) => {
    setProblem(undefined)
    setReading(true)
    try {
      const result = await readStudentsFile(file)
      if ('problem' in result) setProblem(result.problem)
      else setPreview(result.preview)
    } catch {
      setProblem(`Não foi possível ler ${file.name}. O arquivo pode ter sido movido ou estar aberto em outro programa.`)
    } finally {
      setReading(false)
    }
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
    start.mutate(
      { ...preview, onProgress: setSent },
      {
        onSuccess: onClose,
        onError: () => {
          isStarted.current = false
        },
      },
    )
  }
  const restart = () => {
    start.reset()
    setPreview(undefined)
  }
  const failure = start.error && (start.error instanceof FileTooLarge ? start.error.message : textOf(start.error))
  return (
    <Stack>
      {preview ? (
        <>
          <ImportPreview
            cohort={cohort}
            preview={preview}
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
        <FileChooser isReading={isReading} onFile={(file) => void handleFile(file)} />
      )}
      {(problem ?? failure) && (
        <Alert color="red" role="alert">
          {problem ?? failure}
        </Alert>
      )}
    </Stack>
  )
}
