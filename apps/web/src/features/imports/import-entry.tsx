import { undoTexts } from '@escola/contract/import-texts'
import { type Import, type ImportUndo, imports, isRunning, isUndoable } from '@escola/contract/imports.contract'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { notifyError } from '../../ui/notify.ts'
import { RunProgress } from '../../ui/run-progress.tsx'
import { Forsaken } from './forsaken.tsx'
import classes from './import-entry.module.css'
import { importQueries } from './imports.queries.ts'
import { RefusalsButton, RefusedRows } from './refused-rows.tsx'
import { UndoButton } from './undo-button.tsx'
import { useRefusalsOpen } from './use-refusals-open.ts'

export function ImportEntry({ entry, opensAtEnd }: { entry: Import; opensAtEnd: boolean }) {
  return (
    <Stack
      gap="xs"
      component="article"
      aria-label={`Importação de ${entry.filename}`}
      tabIndex={-1}
      className={classes.entry}
    >
      <Group justify="space-between" gap="xs">
        <Text fw={600} className={classes.filename}>
          {entry.filename}
        </Text>
        <Text size="sm" c="dimmed">
          {formatDateTime(entry.utc_created_on)}
        </Text>
      </Group>
      {isRunning(entry) ? <Running entry={entry} /> : <Result entry={entry} opensAtEnd={opensAtEnd} />}
      {entry.undo && <Undo undo={entry.undo} />}
      {entry.undo?.status === 'done' && <Forsaken entry={entry} countsAtOnce={opensAtEnd} />}
    </Stack>
  )
}

function Running({ entry }: { entry: Import }) {
  const percent = entry.total_students > 0 ? (100 * entry.processed) / entry.total_students : 0
  return (
    <div>
      <Progress value={percent} animated aria-label="Andamento da importação" size="lg" radius="xl" />
      <Text size="sm" c="dimmed" mt={6}>
        {entry.status === 'pending'
          ? 'Na fila, começa em instantes. Você pode sair desta página.'
          : `${formatNumber(entry.processed)} de ${formatNumber(entry.total_students)} alunos. Você pode sair desta página.`}
      </Text>
    </div>
  )
}

const formatCount = (count: number, singular: string, plural: string) =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`

function Result({ entry, opensAtEnd }: { entry: Import; opensAtEnd: boolean }) {
  const { isOpen, toggle } = useRefusalsOpen(entry.id, opensAtEnd)
  // The moment is enough to show the button; the server has the last word.
  const mayUndo = isUndoable(entry, new Date()) && entry.enrolled + (entry.renews ? entry.unchanged : 0) > 0
  if (entry.status === 'failed') {
    return (
      <>
        <Alert color="danger">
          {entry.failure ?? 'A importação parou. Envie o arquivo de novo: quem já entrou não recebe outro convite.'}
        </Alert>
        {mayUndo && <UndoButton entry={entry} />}
      </>
    )
  }
  const joined = entry.enrolled - entry.created
  return (
    <>
      <Text role="status">
        {[
          formatCount(entry.created, 'novo', 'novos'),
          ...(joined > 0
            ? [formatCount(joined, 'aluno da escola entrou na turma', 'alunos da escola entraram na turma')]
            : []),
          entry.renews
            ? formatCount(entry.unchanged, 'já matriculado ganhou o prazo', 'já matriculados ganharam o prazo')
            : formatCount(entry.unchanged, 'já matriculado', 'já matriculados'),
          formatCount(entry.refused, 'recusado', 'recusados'),
        ].join(' · ')}
      </Text>
      {(entry.refused > 0 || mayUndo) && (
        <Group gap="xs">
          {entry.refused > 0 && (
            <>
              <RefusalsButton isOpen={isOpen} onToggle={toggle} />
              <DownloadButton entry={entry} />
            </>
          )}
          {mayUndo && <UndoButton entry={entry} />}
        </Group>
      )}
      {entry.refused > 0 && isOpen && <Refusals id={entry.id} filename={entry.filename} />}
    </>
  )
}

function Undo({ undo }: { undo: ImportUndo }) {
  if (undo.status === 'failed')
    return (
      <Alert color="danger" role="alert">
        Não foi possível desfazer até o fim. Tente de novo: nada se repete.
      </Alert>
    )
  if (undo.status === 'done')
    return (
      <Text role="status" fw={600}>
        {`Importação desfeita${undo.utc_finished_on ? ` em ${formatDateTime(undo.utc_finished_on)}` : ''}: ${undoTexts.outcome(undo)}.`}
      </Text>
    )
  return (
    <RunProgress
      text="Desfazendo"
      label="Andamento da importação que está sendo desfeita"
      done={undo.left + undo.kept}
      total={undo.total}
      unit="alunos"
    />
  )
}

function Refusals({ id, filename }: { id: string; filename: string }) {
  const { data, error, refetch } = useQuery(importQueries.refusals(useSchool().id, id))
  if (data) return <RefusedRows refusals={data.refusals} caption={`Linhas recusadas de ${filename}`} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Skeleton height={90} role="status" aria-label="Carregando recusados" />
}

function DownloadButton({ entry }: { entry: Import }) {
  const schoolId = useSchool().id
  const [isLoading, setLoading] = useState(false)
  const handleClick = async () => {
    setLoading(true)
    const filename = `recusados-${entry.filename.replace(/\.\w+$/, '')}.csv`
    await download(imports.refusalsFile, { params: { schoolId, id: entry.id } }, filename).catch(notifyError)
    setLoading(false)
  }
  return (
    <BusyButton
      variant="subtle"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      busy={isLoading}
      onClick={() => void handleClick()}
    >
      Baixar recusados (CSV)
    </BusyButton>
  )
}
