import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { describeException, examResultTexts } from '@escola/contract/exam-result-texts'
import {
  type ExamOverview,
  examResultLimits,
  type ResultState,
  type ResultStudent,
  resultStates,
} from '@escola/contract/exam-results.contract'
import { formatMark } from '@escola/contract/exam-texts'
import { countOf } from '@escola/contract/messages'
import { Anchor, Badge, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useSchool } from '../../session/context.ts'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { Listed } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { Section } from '../../ui/section.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import { examResultQueries, type ResultQuery } from './exam-results.queries.ts'
import { describeStanding } from './standing.ts'
import { StandingMenu } from './standing-menu.tsx'

interface Props {
  overview: ExamOverview
  query: ResultQuery
  onQuery: (change: Partial<ResultQuery>, replace?: boolean) => void
}

const stateLabels: Record<ResultState, string> = {
  passed: 'Aprovados',
  failed: 'Não passaram',
  waiting: openAnswerTexts.waiting,
  none: 'Não fizeram',
  exception: 'Com exceção',
}

/** All students who may answer an assessment, or have. */
export function ResultStudents({ overview, query, onQuery }: Props) {
  const { lesson_id: lessonId, kind } = overview
  const schoolId = useSchool().id
  const { data: listed, isLoading } = useQueryTable(query, (query) =>
    examResultQueries.students(schoolId, lessonId, query),
  )
  const found = countOf(listed.total, 'aluno', 'alunos')
  const isNarrowed = query.search !== '' || query.state !== ''
  const states = resultStates.filter((state) => kind === 'exam' || !['passed', 'failed', 'waiting'].includes(state))
  const fields = [
    {
      name: 'state',
      label: 'Situação',
      all: 'Todos os alunos',
      data: states.map((value) => ({ value, label: stateLabels[value] })),
    },
  ] as const
  return (
    <Section title="Alunos">
      <Stack style={{ '--pinned-on': 'var(--sheet)' } as CSSProperties}>
        <ListFilters
          search={
            <SearchBox
              label="Buscar aluno por nome, e-mail ou telefone"
              placeholder="Nome, e-mail ou telefone"
              maxLength={examResultLimits.searchMax}
              search={query.search}
              onSearch={(search) => onQuery({ search }, true)}
            />
          }
          fields={fields}
          values={query}
          onFilter={(_, value) => onQuery({ state: resultStates.find((each) => each === value) ?? '' })}
          found={found}
        />
        <Listed
          listed={listed}
          onPage={(page) => onQuery({ page })}
          empty={
            isNarrowed
              ? {
                  drawing: 'search',
                  title: examResultTexts.noneFound,
                  action: (
                    <Button variant="light" onClick={() => onQuery({ search: '', state: '' })}>
                      Ver todos os alunos
                    </Button>
                  ),
                }
              : { drawing: 'people', title: examResultTexts.none }
          }
        >
          <PagedTable
            listed={listed}
            isLoading={isLoading}
            onPage={(page) => onQuery({ page })}
            pagesLabel="Páginas de alunos"
            caption="Alunos da avaliação"
            summary={found}
            keyOf={({ user_id }) => user_id}
            columns={columnsOf(overview)}
          />
        </Listed>
      </Stack>
    </Section>
  )
}

const columnsOf = (overview: ExamOverview): Column<ResultStudent, never>[] => [
  { label: 'Nome', heading: true, cut: true, cell: ({ name, link }) => <StudentLink name={name} link={link} /> },
  {
    label: 'Situação',
    state: true,
    tight: true,
    cell: (student) => <StandingBadge {...student} kind={overview.kind} />,
  },
  { label: 'Nota', fact: true, tight: true, cell: (student) => <MarkLink {...student} /> },
  { label: 'Tentativas', fact: 'named', tight: true, cell: ({ attempts }) => attempts || null },
  {
    label: 'Exceção',
    fact: 'named',
    cut: true,
    cell: ({ exception }) => exception && describeException(exception),
  },
  {
    label: 'Ações',
    action: true,
    cell: ({ attempt_id, exception, ...student }) => (
      <StandingMenu
        lessonId={overview.lesson_id}
        student={student}
        exception={exception}
        attemptId={attempt_id}
        label={`Ações de ${student.name}`}
      />
    ),
  },
]

type Standing = Pick<ResultStudent, 'attempts' | 'is_running' | 'is_waiting' | 'has_passed'> &
  Pick<ExamOverview, 'kind'>

export function StandingBadge({ kind, ...standing }: Standing) {
  const { text, color } = describeStanding(standing, { kind })
  return (
    <Badge variant="light" tt="none" color={color}>
      {text}
    </Badge>
  )
}

/** The mark, which leads to the latest attempt. */
export function MarkLink({
  mark,
  attempt_id: attemptId,
  isInText = false,
}: Pick<ResultStudent, 'mark' | 'attempt_id'> & { isInText?: boolean }) {
  if (!mark) return null
  if (!attemptId) return formatMark(mark)
  return (
    <Anchor
      inherit
      underline={isInText ? 'always' : 'hover'}
      renderRoot={(props) => <Link {...props} to="/questoes/tentativas/$attemptId" params={{ attemptId }} />}
    >
      {formatMark(mark)}
    </Anchor>
  )
}
