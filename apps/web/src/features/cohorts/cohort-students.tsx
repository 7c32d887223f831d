import type { Cohort, CohortStudent, cohorts } from '@escola/contract/cohorts.contract'
import { adminTexts } from '@escola/contract/messages'
import { formatCellphone } from '@escola/contract/people'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { originLabel } from '@escola/contract/students.contract'
import { formatLastDay } from '@escola/contract/terms'
import { formatDate } from '@escola/contract/time'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { makeDangerQuestion } from '../../ui/danger-question.ts'
import { Listed } from '../../ui/list-page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import { useRemoveStudent } from './cohorts.queries.ts'

interface CohortStudentsProps {
  cohort: Cohort
  students: ResponseOf<typeof cohorts.get>['students']
  isLoading: boolean
  sort: StudentSort
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
}

export function CohortStudents(props: CohortStudentsProps) {
  const { cohort, students, isLoading, sort, onPage, onSort } = props
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
          {
            label: 'Nome',
            heading: true,
            sortedBy: 'name',
            cell: ({ name, link }) => <StudentLink name={name} link={link} />,
          },
          { label: 'E-mail', cell: ({ email }) => email },
          { label: 'Telefone', tight: true, cell: ({ cellphone }) => formatCellphone(cellphone) || '–' },
          { label: 'Origem', cell: ({ origin }) => originLabel(origin) },
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
            label: 'Remover',
            action: true,
            cell: (student) => <RemoveStudent cohort={cohort} student={student} />,
          },
        ]}
      />
    </Listed>
  )
}

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
