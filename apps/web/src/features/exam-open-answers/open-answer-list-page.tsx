import { describeWaiting, openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import type { OpenAnswerFilter } from '@escola/contract/exam-open-answers.contract'
import { formatDateTime } from '@escola/contract/time'
import { correctionsTitle, courseTitle, lessonTitle } from '@escola/contract/titles'
import { Anchor, Button, Paper } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { type OpenAnswerQuery, openAnswerQueries } from './exam-open-answers.queries.ts'
import { OpenAnswerFilters } from './open-answer-filters.tsx'
import { writeOpenAnswerFilter } from './open-answer-search.ts'

interface Props {
  query: OpenAnswerQuery
  onPage: (page: number) => void
  onFilter: (filter: OpenAnswerFilter) => void
}

const noFilter: OpenAnswerFilter = { degree: '', lesson: '', question: '' }

/** Open answers that wait, the oldest first. */
export function OpenAnswerListPage({ query, onPage, onFilter }: Props) {
  const schoolId = useSchool().id
  const { data, isLoading } = useQueryTable(query, (query) => openAnswerQueries.list(schoolId, query))
  const { open_answers: listed, questions } = data
  const { page: _, ...filter } = query
  const isNarrowed = Object.values(filter).some((value) => value !== '')
  const search = writeOpenAnswerFilter(filter)
  const [first] = listed.list
  return (
    <ListPage
      title={correctionsTitle}
      actions={
        first && (
          <Button
            renderRoot={(props) => (
              <Link
                {...props}
                to="/correcoes/$attemptId/$number"
                params={{ attemptId: first.attempt_id, number: String(first.number) }}
                search={search}
              />
            )}
          >
            Corrigir em sequência
          </Button>
        )
      }
      filters={
        (questions.length > 0 || isNarrowed) && (
          <OpenAnswerFilters filter={filter} questions={questions} total={listed.total} onFilter={onFilter} />
        )
      }
      listed={listed}
      onPage={onPage}
      empty={
        isNarrowed
          ? {
              drawing: 'search' as const,
              title: openAnswerTexts.noneFound,
              action: (
                <Button variant="light" onClick={() => onFilter(noFilter)}>
                  Limpar filtros
                </Button>
              ),
            }
          : {
              hint: 'As respostas abertas das provas aparecem aqui quando os alunos as entregam.',
              drawing: 'papers' as const,
              title: openAnswerTexts.none,
            }
      }
    >
      <Paper p="lg">
        <PagedTable
          listed={listed}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas de respostas"
          caption="Respostas que esperam correção"
          summary={describeWaiting(listed.total)}
          keyOf={({ attempt_id, number }) => `${attempt_id} ${number}`}
          columns={[
            {
              label: 'Aluno',
              heading: true,
              cut: true,
              cell: ({ attempt_id, number, student }) => (
                <Anchor
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/correcoes/$attemptId/$number"
                      params={{ attemptId: attempt_id, number: String(number) }}
                      search={search}
                    />
                  )}
                >
                  {student}
                </Anchor>
              ),
            },
            { label: 'Questão', fact: true, cut: true, cell: ({ summary }) => summary },
            { label: 'Aula', fact: true, cut: true, cell: ({ lesson }) => lessonTitle({ title: lesson }) },
            { label: 'Curso', wideOnly: true, cut: true, cell: ({ degree }) => courseTitle({ title: degree }) },
            { label: 'Entregue em', tight: true, state: true, cell: (row) => formatDateTime(row.utc_handed_in_on) },
          ]}
        />
      </Paper>
    </ListPage>
  )
}
