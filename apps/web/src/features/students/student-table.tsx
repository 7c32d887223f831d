import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { isFiltered, originLabel, type students } from '@escola/contract/students.contract'
import { formatDate } from '@escola/contract/time'
import { Paper } from '@mantine/core'
import { formatNumber } from '../../ui/format.ts'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { type Selection, selectionColumn } from '../../ui/lists/selection.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import type { StudentQuery } from './students.queries.ts'

interface StudentTableProps {
  students: ResponseOf<typeof students.list>['students']
  /** Other rows were asked for and are on their way. */
  isLoading: boolean
  /** Search and filters that found the students. */
  query: StudentQuery
  selection: Selection
  sort: StudentSort
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
}

export function StudentTable({ students, isLoading, query, selection, sort, onPage, onSort }: StudentTableProps) {
  const { total, enrolled, more, page, rowsPerPage, list } = students
  return (
    <Paper withBorder radius="lg" p="lg">
      <PagedTable
        summary={
          <>
            Mostrando {formatNumber(list.length)} aluno(s) de {formatNumber(enrolled)} matriculado(s)
            {(query.search !== '' || isFiltered(query)) &&
              `. Encontrados: ${more ? 'mais de ' : ''}${formatNumber(total)}.`}
            {more && !isFiltered(query) && ' Escreva mais do nome ou do e-mail para encontrar quem falta.'}
          </>
        }
        caption="Alunos da escola"
        listed={students}
        isLoading={isLoading}
        onPage={onPage}
        pagesLabel="Páginas de alunos"
        keyOf={(student) => student.user_id}
        sort={sort}
        onSort={onSort}
        columns={[
          selectionColumn(selection),
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
    </Paper>
  )
}
