import type { Cohort, CohortStudent, cohorts } from '@escola/contract/cohorts.contract'
import { adminTexts } from '@escola/contract/messages'
import { formatCellphone } from '@escola/contract/people'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { originLabel } from '@escola/contract/students.contract'
import { formatLastDay } from '@escola/contract/terms'
import { formatDate } from '@escola/contract/time'
import { Text } from '@mantine/core'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { makeDangerQuestion } from '../../ui/danger-question.ts'
import { formatPercent } from '../../ui/format.ts'
import { Listed } from '../../ui/list-page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { type Selection, selectionColumn } from '../../ui/selection.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import { useRemoveStudent } from './cohorts.queries.ts'

interface CohortStudentsProps {
  cohort: Cohort
  students: ResponseOf<typeof cohorts.get>['students']
  isLoading: boolean
  selection: Selection
  /** Changes many of the students at once. */
  bulkBar: ReactNode
  sort: StudentSort
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
}

export function CohortStudents(props: CohortStudentsProps) {
  const { cohort, students, isLoading, selection, bulkBar, sort, onPage, onSort } = props
  return (
    <Listed
      listed={students}
      onPage={onPage}
      empty={{
        icon: IconUsers,
        title: 'Nenhum aluno nesta turma',
        text: 'Adicione o primeiro aluno, ou importe todos de uma vez de um arquivo CSV.',
      }}
    >
      {bulkBar}
      <PagedTable
        listed={students}
        isLoading={isLoading}
        onPage={onPage}
        pagesLabel="Páginas de alunos"
        caption="Alunos da turma"
        keyOf={(student) => student.user_id}
        sort={sort}
        onSort={onSort}
        columns={[
          selectionColumn(selection),
          {
            label: 'Nome',
            heading: true,
            sortedBy: 'name',
            cell: ({ name, link }) => <StudentLink name={name} link={link} />,
          },
          {
            label: 'Contato',
            cell: ({ email, cellphone }) => <Two first={email} second={formatCellphone(cellphone)} />,
          },
          {
            label: 'Desde',
            sortedBy: 'since',
            cell: ({ utc_created_on, origin }) => (
              <Two first={formatDate(utc_created_on)} second={originLabel(origin)} />
            ),
          },
          {
            label: 'Acesso',
            tight: true,
            cell: ({ utc_ends_on }) => (utc_ends_on ? `até ${formatLastDay(utc_ends_on)}` : 'para sempre'),
          },
          {
            label: 'Progresso',
            tight: true,
            cell: ({ progress }) => (cohort.opens > 0 ? formatPercent(Number(progress)) : '–'),
          },
          {
            label: 'Último acesso',
            tight: true,
            cell: ({ utc_seen_on }) => (utc_seen_on ? formatDate(utc_seen_on) : 'nunca entrou'),
          },
          {
            label: 'Remover',
            action: true,
            cell: (student) => <RemoveStudent cohort={cohort} student={student} />,
          },
        ]}
      />
    </Listed>
  )
}

/** A value with another one below it. */
const Two = ({ first, second }: { first: string; second: string }) => (
  <div>
    {first}
    {second && (
      <Text size="sm" c="dimmed">
        {second}
      </Text>
    )}
  </div>
)

interface RemoveStudentProps {
  cohort: Cohort
  student: CohortStudent
}

function RemoveStudent({ cohort, student }: RemoveStudentProps) {
  const remove = useRemoveStudent(cohort.id)
  return (
    <RemoveButton
      label={`Remover ${student.name} da turma`}
      icon={IconUserMinus}
      question={makeDangerQuestion(adminTexts.leavesCohort(student.name, cohort))}
      change={() => remove.mutateAsync(student.user_id)}
      done={adminTexts.leftCohort(student.name)}
    />
  )
}
