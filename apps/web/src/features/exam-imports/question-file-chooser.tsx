import { examImportLimits } from '@escola/contract/exam-import-items'
import { examImports } from '@escola/contract/exam-imports.contract'
import { Alert, Group, Progress, Stack, Text, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { formatNumber } from '../../ui/format.ts'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { FileTooLarge, useStartExamImport } from './exam-imports.queries.ts'
import { type ReadFile, readPastedQuestions, readQuestionFile } from './read-question-file.ts'

/** Takes a file of any kind, or a pasted text, and leads to its check. */
export function QuestionFileChooser() {
  const schoolId = useSchool().id
  const navigate = useNavigate()
  const [sent, setSent] = useState(0)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [pasted, setPasted] = useState('')
  const start = useStartExamImport(setSent)
  const send = async (read: Promise<ReadFile> | ReadFile, name: string) => {
    if (isReading || start.isPending) return
    start.reset()
    setProblem(undefined)
    setReading(true)
    const found = await Promise.resolve(read)
      .catch((): ReadFile => ({ problem: `Não foi possível ler ${name}. Ele pode ter sido movido, ou estar aberto.` }))
      .finally(() => setReading(false))
    if ('problem' in found) return setProblem(found.problem)
    setSent(0)
    start.mutate(found.file, {
      onSuccess: ({ exam_import }) =>
        void navigate({ to: '/questoes/importar/$importId', params: { importId: exam_import.id } }),
    })
  }
  const isBusy = isReading || start.isPending
  return (
    <Stack>
      <FileDrop
        label="Arquivo de questões"
        icon={IconFileUpload}
        title="Solte aqui o seu arquivo: Moodle XML, GIFT, CSV ou XLSX"
        hint={`ou clique para escolher. São até ${formatNumber(examImportLimits.items)} questões e ${examImportLimits.bytes / 1024 / 1024} MB. Nada entra no banco antes de você conferir.`}
        isBusy={isBusy}
        onFile={(file) => void send(readQuestionFile(file), file.name)}
      />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex={1} miw={200}>
          Vai escrever numa planilha? O arquivo modelo tem as colunas e um exemplo de cada tipo.
        </Text>
        <DownloadButton
          label="Baixar arquivo modelo"
          download={() => download(examImports.modelFile, { params: { schoolId } }, 'modelo-questoes.csv')}
          done="O arquivo modelo foi baixado."
        />
      </Group>
      <Textarea
        label="Colar questões"
        description="Como num documento: o enunciado, as alternativas com letras e a certa com um asterisco ou em “Resposta: B”."
        placeholder={'1. Qual é a capital do Brasil?\na) Rio de Janeiro\nb) Brasília\nResposta: B'}
        autosize
        minRows={4}
        maxRows={14}
        value={pasted}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      <Group justify="flex-end">
        <BusyButton
          variant="light"
          busy={isBusy}
          disabled={pasted.trim() === ''}
          onClick={() => void send(readPastedQuestions(pasted), 'o texto')}
        >
          Conferir o texto
        </BusyButton>
      </Group>
      {start.isPending && (
        <div>
          <Text size="sm" mb={4}>
            Enviando…
          </Text>
          <Progress value={sent * 100} aria-label="Envio do arquivo" />
        </div>
      )}
      {problem && (
        <Alert color="danger" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      {start.error instanceof FileTooLarge ? (
        <Alert color="danger" variant="light" role="alert">
          {start.error.message}
        </Alert>
      ) : (
        start.error && <FailureAlert error={start.error} />
      )}
    </Stack>
  )
}
