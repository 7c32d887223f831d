import { describeProblem, examImportTexts, verdictLabels } from '@escola/contract/exam-import-texts'
import { type ExamImport, type ExamImportVerdictRow, examImports } from '@escola/contract/exam-imports.contract'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Listed } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { Section } from '../../ui/section.tsx'
import { examImportQueries, type Shown, type VerdictQuery } from './exam-imports.queries.ts'
import classes from './verdict-list.module.css'

interface Props {
  entry: ExamImport
  query: VerdictQuery
  onQuery: (change: Partial<VerdictQuery>) => void
}

/** Every item of a file with what becomes of it. The number of each kind of verdict is its filter. */
export function VerdictList({ entry, query, onQuery }: Props) {
  const schoolId = useSchool().id
  const { data: listed, isLoading } = useQueryTable(query, (query) =>
    examImportQueries.items(schoolId, entry.id, query),
  )
  const { fresh, known, refused, noted } = entry
  const isDone = entry.status === 'done'
  const filters: { show: Shown; label: string; count: number }[] = [
    { show: '', label: 'Todas', count: fresh + known + refused },
    { show: 'fresh', label: isDone ? 'Importadas' : 'Prontas', count: fresh },
    { show: 'known', label: 'Já no banco', count: known },
    { show: 'left_out', label: 'Não importadas', count: refused },
    { show: 'noted', label: 'Com perdas', count: noted },
  ]
  return (
    <Section
      title="Questões do arquivo"
      aside={
        <DownloadButton
          label="Baixar lista (CSV)"
          download={() =>
            download(examImports.itemsFile, { params: { schoolId, id: entry.id } }, `importacao-${entry.id}.csv`)
          }
          done="A lista foi baixada."
        />
      }
    >
      <Stack gap="sm">
        <Group gap="xs" role="group" aria-label="Mostrar as questões">
          {filters
            .filter(({ show, count }) => count > 0 || show === query.show)
            .map(({ show, label, count }) => (
              <Button
                key={show}
                className={classes.filter}
                radius="xl"
                variant={show === query.show ? 'filled' : 'default'}
                aria-pressed={show === query.show}
                onClick={() => onQuery({ show, page: 1 })}
              >
                {`${label}: ${formatNumber(count)}`}
              </Button>
            ))}
        </Group>
        <Listed
          listed={listed}
          onPage={(page) => onQuery({ page })}
          empty={{ drawing: 'search', title: 'Nenhuma questão aqui.' }}
        >
          <PagedTable
            listed={listed}
            isLoading={isLoading}
            onPage={(page) => onQuery({ page })}
            pagesLabel="Páginas das questões do arquivo"
            caption="Questões do arquivo"
            keyOf={({ number }) => number}
            columns={[
              { label: 'Questão', heading: true, cell: nameOf },
              { label: 'Situação', state: true, tight: true, cell: (row) => <VerdictBadge {...row} isDone={isDone} /> },
              { label: 'Linha', fact: 'named', tight: true, cell: ({ line }) => formatNumber(line) },
              { label: 'Motivo ou perda', fact: true, cell: (row) => <Remarks {...row} /> },
            ]}
          />
        </Listed>
      </Stack>
    </Section>
  )
}

const nameOf = ({ number, title }: ExamImportVerdictRow) => `${formatNumber(number)}. ${title || 'Sem enunciado'}`

const colors: Record<ExamImportVerdictRow['verdict'], string> = {
  fresh: 'teal',
  known: 'gray',
  refused: 'danger',
  broken: 'danger',
}
const VerdictBadge = ({ verdict, isDone }: ExamImportVerdictRow & { isDone: boolean }) => (
  <Badge variant="light" color={colors[verdict]} tt="none">
    {isDone && verdict === 'fresh' ? examImportTexts.imported : verdictLabels[verdict]}
  </Badge>
)

function Remarks({ problems, notes }: ExamImportVerdictRow) {
  const remarks = [...problems.map(describeProblem), ...notes]
  if (remarks.length === 0) return '–'
  return (
    <>
      {remarks.map((remark) => (
        <Text key={remark} size="sm" component="span" display="block">
          {remark}
        </Text>
      ))}
    </>
  )
}
