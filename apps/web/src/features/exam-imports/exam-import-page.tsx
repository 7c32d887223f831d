import { examImportTexts } from '@escola/contract/exam-import-texts'
import { type ExamImport, isExamImportUnderWay } from '@escola/contract/exam-imports.contract'
import { formatDateTime } from '@escola/contract/time'
import { Group, Loader, Text } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useAtEnd } from '../../ui/lists/use-at-end.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { RunProgress } from '../../ui/run-progress.tsx'
import { Section } from '../../ui/section.tsx'
import { useRefresh } from '../../ui/use-refresh.ts'
import { examImportQueries, useExamImport, type VerdictQuery } from './exam-imports.queries.ts'
import { FilingForm } from './filing-form.tsx'
import { ImportResult } from './import-result.tsx'
import { VerdictList } from './verdict-list.tsx'

interface Props {
  importId: string
  query: VerdictQuery
  onQuery: (change: Partial<VerdictQuery>) => void
}

/** One import of questions: its check, its confirmation, its end. */
export function ExamImportPage({ importId, query, onQuery }: Props) {
  const { data } = usePrefetchedQuery(examImportQueries.one(useSchool().id, importId))
  const { exam_import: entry, free } = data
  const refresh = useRefresh('examImports', 'examQuestions')
  useAtEnd(isExamImportUnderWay(entry) ? `${entry.status} ${entry.undo?.id}` : undefined, () => void refresh())
  return (
    <Page
      title={examImportTexts.title}
      description={`${entry.filename}, enviado em ${formatDateTime(entry.utc_created_on)}`}
      back={{ to: '/questoes/importar', label: examImportTexts.title }}
    >
      <Section title={sectionTitles[entry.status]}>
        <Stage entry={entry} free={free} />
      </Section>
      {entry.status !== 'checking' && <VerdictList entry={entry} query={query} onQuery={onQuery} />}
    </Page>
  )
}

const sectionTitles: Record<ExamImport['status'], string> = {
  checking: 'Leitura',
  checked: 'Conferência',
  writing: 'Importação',
  done: 'Importação',
  cancelled: 'Importação',
  failed: 'Importação',
}

function Stage({ entry, free }: { entry: ExamImport; free: number }) {
  if (entry.status === 'checking')
    return (
      <Group gap="sm">
        <Loader size="sm" aria-hidden />
        <Text role="status" flex={1}>
          {`${examImportTexts.checking}: ${formatNumber(entry.processed)} questões lidas. Você pode sair desta página.`}
        </Text>
        <StopButton entry={entry} />
      </Group>
    )
  if (entry.status === 'checked') return <FilingForm entry={entry} free={free} />
  if (entry.status === 'writing')
    return (
      <>
        <RunProgress
          text={examImportTexts.writing}
          done={entry.processed}
          total={entry.fresh + entry.known + entry.refused}
          unit={examImportTexts.unit}
        />
        <Group justify="flex-end">
          <StopButton entry={entry} />
        </Group>
      </>
    )
  return <ImportResult entry={entry} />
}

function StopButton({ entry }: { entry: ExamImport }) {
  const { cancel } = useExamImport(entry.id)
  const { run, isPending } = useConfirmedChange()
  const question = {
    title: examImportTexts.cancelQuestion,
    text: examImportTexts.cancelText,
    confirmLabel: 'Interromper',
    danger: true,
  }
  const isWriting = entry.status === 'writing'
  return (
    <BusyButton
      variant="default"
      busy={isPending}
      onClick={() => run({ ...(isWriting && { question }), change: cancel, done: examImportTexts.cancelled })}
    >
      Interromper
    </BusyButton>
  )
}
