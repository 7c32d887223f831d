import {
  type Cohort,
  type CohortStudent,
  type cohorts,
  progressLabels,
  progressStates,
} from '@escola/contract/cohorts.contract'
import { adminTexts, messages } from '@escola/contract/messages'
import { formatPercent } from '@escola/contract/percent'
import { formatCellphone } from '@escola/contract/phones'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { originLabel } from '@escola/contract/students.contract'
import { formatLastDay } from '@escola/contract/terms'
import { formatDate } from '@escola/contract/time'
import { Button, Stack } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { useRights } from '../../session/rights.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useColumns } from '../../ui/lists/columns.tsx'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { Listed } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { type Selection, selectionColumn } from '../../ui/lists/selection.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { studentOrders } from '../../ui/lists/student-orders.ts'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { useStays } from '../../ui/money/use-stays.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import { type CohortQuery, useRemoveStudent } from './cohorts.queries.ts'
import { countStudents } from './courses-summary.ts'

interface CohortStudentsProps {
  cohort: Cohort
  students: ResponseOf<typeof cohorts.get>['students']
  isLoading: boolean
  selection: Selection
  /** Puts a list between the means to change many of its students at once. */
  bulkBar: (list: ReactNode) => ReactNode
  /** Acts of the list, which a phone folds away beside the search. */
  actions: ReactNode
  query: CohortQuery
  /** Search and standing whose rows are shown. */
  shown: CohortQuery
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
  onProgress: (progress: CohortQuery['standing']) => void
  onSearch: (search: string) => void
}

export function CohortStudents(props: CohortStudentsProps) {
  const {
    cohort,
    students,
    isLoading,
    selection,
    bulkBar,
    actions,
    query,
    shown,
    onPage,
    onSort,
    onProgress,
    onSearch,
  } = props
  const isPhone = usePhone()
  const { may } = useRights()
  const columns = useColumns('cohort-students', columnsOf(cohort, may('records') ? selection : undefined))
  const list = (
    <Listed
      listed={students}
      onPage={onPage}
      empty={
        shown.search || shown.standing
          ? {
              drawing: 'search',
              title: messages.noStudentsFound,
              text: describeEmpty(shown),
              action: shown.standing && (
                <Button variant="light" onClick={() => onProgress('')}>
                  {shown.search ? 'Procurar em todas' : 'Ver todos os alunos'}
                </Button>
              ),
            }
          : {
              drawing: 'people',
              title: 'Nenhum aluno nesta turma',
              text: 'Adicione o primeiro aluno, ou importe todos de uma vez de um arquivo CSV.',
            }
      }
    >
      {bulkBar(
        <PagedTable
          listed={students}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas de alunos"
          caption="Alunos da turma"
          keyOf={(student) => student.user_id}
          sort={query.sort}
          onSort={onSort}
          lead={({ name }) => <Avatar user={{ name, profile_img_url: '' }} />}
          isSelecting={selection.isSelecting}
          sortedInSheet
          columns={columns.shown}
        />,
      )}
    </Listed>
  )
  return (
    <Stack gap={isPhone ? 0 : 'md'} style={{ '--pinned-on': 'var(--sheet)' } as CSSProperties}>
      {cohort.totalStudents > 0 && (
        <ListFilters
          search={
            <SearchBox
              label="Buscar aluno da turma por nome, e-mail ou telefone"
              placeholder="Nome, e-mail ou telefone"
              search={query.search}
              onSearch={onSearch}
            />
          }
          fields={standings}
          values={query}
          onFilter={(_, value) => onProgress(progressStates.find((each) => each === value) ?? '')}
          sorting={{ data: studentOrders, value: query.sort, onSort: (sort) => onSort(sort as StudentSort) }}
          found={countStudents(students.total)}
          aside={columns.chooser}
          actions={actions}
        />
      )}
      {list}
    </Stack>
  )
}

const columnsOf = (cohort: Cohort, selection: Selection | undefined): Column<CohortStudent, 'name' | 'since'>[] => [
  ...(selection ? [selectionColumn(selection)] : []),
  {
    label: 'Nome',
    heading: true,
    cut: true,
    sortedBy: 'name',
    cell: ({ name, link }) => <StudentLink name={name} link={link} />,
  },
  { label: 'E-mail', cut: true, cell: ({ email }) => email },
  { label: 'Telefone', tight: true, cell: ({ cellphone }) => formatCellphone(cellphone) || '–' },
  { label: 'Origem', isExtra: true, cell: ({ origin }) => originLabel(origin) },
  {
    label: 'Desde',
    tight: true,
    sortedBy: 'since',
    cell: ({ utc_created_on }) => formatDate(utc_created_on),
  },
  {
    label: 'Acesso',
    tight: true,
    cell: ({ utc_ends_on }) => (utc_ends_on ? `até ${formatLastDay(utc_ends_on)}` : 'para sempre'),
  },
  {
    label: 'Progresso',
    state: true,
    tight: true,
    cell: ({ progress }) => (cohort.opens > 0 ? formatPercent(Number(progress)) : '–'),
  },
  {
    label: 'Último acesso',
    fact: true,
    tight: true,
    cell: ({ utc_seen_on }) => (utc_seen_on ? formatDate(utc_seen_on) : 'nunca entrou'),
  },
  {
    label: 'Remover',
    action: true,
    cell: (student) => <RemoveStudent cohort={cohort} student={student} />,
  },
]

function describeEmpty({ search, standing: progress }: CohortQuery): string {
  if (!search) return 'Nenhum aluno desta turma está nesta situação.'
  return `Nenhum aluno desta turma${progress && ' que esteja nesta situação'} tem “${search}” no nome ou no e-mail.`
}

const standings = [
  {
    name: 'standing',
    label: 'Situação',
    all: 'Todos os alunos',
    data: progressStates.map((value) => ({ value, label: progressLabels[value] })),
  },
] as const

interface RemoveStudentProps {
  cohort: Cohort
  student: CohortStudent
}

function RemoveStudent({ cohort, student }: RemoveStudentProps) {
  const remove = useRemoveStudent(cohort.id)
  const stays = useStays()
  return (
    <RemoveButton
      label={`Remover ${student.name} da turma`}
      icon={IconUserMinus}
      question={async () =>
        makeDangerQuestion(adminTexts.leavesCohort(student.name, cohort) + (await stays([student.user_id])))
      }
      change={() => remove.mutateAsync(student.user_id)}
      done={adminTexts.leftCohort(student.name)}
    />
  )
}
