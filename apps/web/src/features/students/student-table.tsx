import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { originLabel, type students } from '@escola/contract/students.contract'
import { formatDate } from '@escola/contract/time'
import { Paper, Stack, Text } from '@mantine/core'
import { formatNumber } from '../../ui/format.ts'
import { Pager } from '../../ui/pager.tsx'
import { StackTable } from '../../ui/stack-table.tsx'
import { StudentLink } from '../../ui/student-link.tsx'

interface StudentTableProps {
  students: ResponseOf<typeof students.list>['students']
  /** Other rows were asked for and are on their way. */
  isLoading: boolean
  sort: StudentSort
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
}

export function StudentTable({ students, isLoading, sort, onPage, onSort }: StudentTableProps) {
  const { total, more, page, rowsPerPage, list } = students
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
        <Text size="sm" c="dimmed" role="status">
          Mostrando {formatNumber(list.length)} aluno(s) de {more && 'mais de '}
          {formatNumber(total)} matriculado(s){more && '. Escreva mais do nome ou do e-mail para encontrar quem falta.'}
        </Text>
        <StackTable
          caption="Alunos da escola"
          rows={list}
          keyOf={(student) => student.user_id}
          sort={sort}
          onSort={onSort}
          columns={[
            {
              label: '#',
              wideOnly: true,
              tight: true,
              cell: (_, index) => formatNumber((page - 1) * rowsPerPage + index + 1),
            },
            {
              label: 'Nome',
              heading: true,
              sortedBy: 'name',
              cell: ({ name, link }) => <StudentLink name={name} link={link} />,
            },
            { label: 'E-mail', cell: ({ email }) => email },
            { label: 'Turmas', cell: ({ school_gateways }) => school_gateways.join(', ') || '–' },
            { label: 'Origem', cell: ({ origin }) => originLabel(origin) },
            {
              label: 'Membro desde',
              tight: true,
              sortedBy: 'since',
              cell: ({ utc_created_on }) => formatDate(utc_created_on),
            },
          ]}
        />
        <Pager page={page} total={total} rowsPerPage={rowsPerPage} onPage={onPage} label="Páginas de alunos" />
      </Stack>
    </Paper>
  )
}
