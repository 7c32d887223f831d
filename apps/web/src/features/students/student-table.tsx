import { formatPercent } from '@escola/contract/percent'
import { formatCellphone } from '@escola/contract/phones'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { type ListedStudent, originLabel, type students } from '@escola/contract/students.contract'
import { formatDate } from '@escola/contract/time'
import { Paper } from '@mantine/core'
import { Avatar } from '../../ui/avatar.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { type Selection, selectionColumn } from '../../ui/lists/selection.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { StudentLink } from '../../ui/student-link.tsx'

interface StudentTableProps {
  students: ResponseOf<typeof students.list>['students']
  /** Other rows were asked for and are on their way. */
  isLoading: boolean
  selection: Selection
  columns: Column<ListedStudent, 'name' | 'since'>[]
  sort: StudentSort
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
}

interface ColumnsProps {
  page: number
  rowsPerPage: number
  /** Undefined for those who can't change many students at once. */
  selection: Selection | undefined
}

export const studentColumns = ({ page, rowsPerPage, selection }: ColumnsProps): StudentTableProps['columns'] => [
  ...(selection ? [selectionColumn(selection)] : []),
  {
    label: '#',
    wideOnly: true,
    tight: true,
    cell: (_, index) => formatNumber((page - 1) * rowsPerPage + index + 1),
  },
  {
    label: 'Nome',
    heading: true,
    cut: true,
    sortedBy: 'name',
    cell: ({ name, link }) => <StudentLink name={name} link={link} />,
  },
  { label: 'E-mail', fact: true, cut: true, cell: ({ email }) => email },
  {
    label: 'Telefone',
    tight: true,
    isExtra: true,
    cell: ({ cellphone }) => formatCellphone(cellphone) || '–',
  },
  { label: 'Turmas', cut: true, cell: ({ school_gateways }) => school_gateways.join(', ') || '–' },
  { label: 'Origem', cut: true, cell: ({ origin }) => originLabel(origin) },
  {
    label: 'Membro desde',
    tight: true,
    sortedBy: 'since',
    cell: ({ utc_created_on }) => formatDate(utc_created_on),
  },
  {
    label: 'Progresso',
    state: true,
    tight: true,
    cell: ({ progress }) => (progress === null ? '–' : formatPercent(progress)),
  },
  {
    label: 'Último acesso',
    tight: true,
    cell: ({ utc_seen_on }) => (utc_seen_on ? formatDate(utc_seen_on) : 'nunca entrou'),
  },
]

export function StudentTable({ students, isLoading, selection, columns, sort, onPage, onSort }: StudentTableProps) {
  return (
    <Paper px={{ base: 'md', sm: 'lg' }} py={{ base: 0, sm: 'xs' }}>
      <PagedTable
        caption="Alunos da escola"
        listed={students}
        isLoading={isLoading}
        onPage={onPage}
        pagesLabel="Páginas de alunos"
        keyOf={(student) => student.user_id}
        sort={sort}
        onSort={onSort}
        lead={({ name }) => <Avatar user={{ name, profile_img_url: '' }} />}
        isSelecting={selection.isSelecting}
        sortedInSheet
        columns={columns}
      />
    </Paper>
  )
}
