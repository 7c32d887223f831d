import type { Cohort, CohortStudent, cohorts } from '@escola/contract/cohorts.contract'
import { adminTexts, messages } from '@escola/contract/messages'
import { formatCellphone } from '@escola/contract/people'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { originLabel } from '@escola/contract/students.contract'
import { formatDate } from '@escola/contract/time'
import { Button } from '@mantine/core'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { BusyIcon } from '../../ui/busy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { removeRow } from '../../ui/focus-beside.ts'
import { PagedTable } from '../../ui/paged-table.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
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
  if (students.total === 0) {
    return (
      <EmptyState
        icon={IconUsers}
        title="Nenhum aluno nesta turma"
        text="Adicione o primeiro aluno, ou importe todos de uma vez de um arquivo CSV."
      />
    )
  }
  if (students.list.length === 0) {
    return (
      <EmptyState
        icon={IconUsers}
        title="Nenhum aluno nesta página"
        action={
          <Button variant="light" onClick={() => onPage(1)}>
            {adminTexts.toFirstPage}
          </Button>
        }
      />
    )
  }
  return (
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
          label: 'Remover',
          action: true,
          cell: (student) => <RemoveButton cohort={cohort} student={student} />,
        },
      ]}
    />
  )
}

interface RemoveButtonProps {
  cohort: Cohort
  student: CohortStudent
}

function RemoveButton({ cohort, student }: RemoveButtonProps) {
  const remove = useRemoveStudent(cohort.id)
  const { run, isPending } = useConfirmedChange()
  const handleClick = ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) =>
    run({
      question: {
        title: messages.areYouSure,
        text: adminTexts.leavesCohort(student.name, cohort),
        confirmLabel: 'Remover',
        danger: true,
      },
      change: () => removeRow(button, () => remove.mutateAsync(student.user_id)),
      done: adminTexts.leftCohort(student.name),
    })
  return (
    <BusyIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={`Remover ${student.name} da turma`}
      busy={isPending}
      data-remove
      onClick={handleClick}
    >
      <IconUserMinus size={18} aria-hidden />
    </BusyIcon>
  )
}
