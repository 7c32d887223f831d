import { correctionTexts } from '@escola/contract/exam-correction-texts'
import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import {
  difficultyLabels,
  type ExamQuestionFilter,
  kindLabels,
  type ListedExamQuestion,
  noExamQuestionFilter,
} from '@escola/contract/exam-questions.contract'
import { countOf } from '@escola/contract/messages'
import { courseTitle, examQuestionsTitle } from '@escola/contract/titles'
import { Anchor, Badge, Button, Group, Paper, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { ExamQuestionFilters } from './exam-question-filters.tsx'
import { type ExamQuestionQuery, examQuestionQueries } from './exam-questions.queries.ts'

interface Props {
  query: ExamQuestionQuery
  onPage: (page: number) => void
  onSearch: (search: string) => void
  onFilter: (change: Partial<ExamQuestionFilter>) => void
  /** Ways of questions into the bank and out of it. */
  transfers: ReactNode
}

export function ExamQuestionListPage({ query, onPage, onSearch, onFilter, transfers }: Props) {
  const schoolId = useSchool().id
  const { data, isLoading } = useQueryTable(query, (query) => examQuestionQueries.list(schoolId, query))
  const { data: courses } = usePrefetchedQuery(examQuestionQueries.courses(schoolId))
  const { exam_questions: listed } = data
  const titles = new Map(courses.map((course) => [course.id, courseTitle(course)]))
  const found = countOf(listed.total, 'questão', 'questões')
  const place = ({ degree_id }: ListedExamQuestion) =>
    degree_id === null ? examQuestionTexts.wholeSchool : (titles.get(degree_id) ?? 'Curso sem acesso')
  return (
    <ListPage
      title={examQuestionsTitle}
      actions={
        <>
          {transfers}
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/questoes/criar" />}
          >
            {examQuestionTexts.create}
          </Button>
        </>
      }
      filters={
        listed.has_any && <ExamQuestionFilters query={query} found={found} onSearch={onSearch} onFilter={onFilter} />
      }
      listed={listed}
      onPage={onPage}
      empty={
        listed.has_any
          ? {
              drawing: 'search' as const,
              title: examQuestionTexts.noneFound,
              action: (
                <Button
                  variant="light"
                  onClick={() => {
                    onSearch('')
                    onFilter(noExamQuestionFilter)
                  }}
                >
                  Limpar busca e filtros
                </Button>
              ),
            }
          : {
              hint: 'Escreva aqui as questões das suas provas e exercícios: cada uma pode servir a várias aulas.',
              drawing: 'papers' as const,
              title: examQuestionTexts.none,
            }
      }
    >
      <Paper p="lg">
        <PagedTable
          listed={listed}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas de questões"
          caption="Questões da escola"
          summary={found}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Enunciado',
              heading: true,
              cut: true,
              cell: ({ id, summary, correction }) => (
                <>
                  <Anchor
                    renderRoot={(props) => <Link {...props} to="/questoes/$questionId" params={{ questionId: id }} />}
                  >
                    {summary}
                  </Anchor>
                  {correction && (
                    <Text size="xs" c="dimmed">
                      {correction.annulled ? correctionTexts.isAnnulled : correctionTexts.isCorrected}
                    </Text>
                  )}
                </>
              ),
            },
            { label: 'Tipo', tight: true, fact: true, cell: ({ kind }) => kindLabels[kind] },
            { label: 'Dificuldade', tight: true, state: true, cell: ({ difficulty }) => difficultyLabels[difficulty] },
            { label: 'Etiquetas', wideOnly: true, cell: (row) => <Tags {...row} /> },
            { label: 'Curso', fact: true, cut: true, cell: place },
          ]}
        />
      </Paper>
    </ListPage>
  )
}

const Tags = ({ tags }: ListedExamQuestion) => (
  <Group gap={4}>
    {tags.map((tag) => (
      <Badge key={tag} variant="light" tt="none">
        {tag}
      </Badge>
    ))}
  </Group>
)
