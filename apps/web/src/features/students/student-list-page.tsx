import { countOf, messages } from '@escola/contract/messages'
import type { StudentSort } from '@escola/contract/sorts'
import { isFiltered, noStudentFilter, type StudentFilter, searchesWordStarts } from '@escola/contract/students.contract'
import { pageTitles } from '@escola/contract/titles'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { formatNumber } from '../../ui/format.ts'
import { useColumns } from '../../ui/lists/columns.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { useSelection } from '../../ui/lists/selection.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { ExportButton } from './export-button.tsx'
import { JoinStudents } from './join-students.tsx'
import { SimilarStudents } from './similar-students.tsx'
import { StudentFilters } from './student-filters.tsx'
import { StudentTable, studentColumns } from './student-table.tsx'
import { type StudentQuery, studentQueries } from './students.queries.ts'

interface StudentListPageProps {
  query: StudentQuery
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
  onSearch: (search: string) => void
  onFilter: (change: Partial<StudentFilter>) => void
}

export function StudentListPage({ query, onPage, onSort, onSearch, onFilter }: StudentListPageProps) {
  const schoolId = useSchool().id
  const { data, shown, isLoading } = useQueryTable(query, (query) => studentQueries.list(schoolId, query))
  const { students } = data
  const { list, total, enrolled, more } = students
  const isNarrowed = shown.search !== '' || isFiltered(shown)
  const { page: _page, sort: _sort, ...filter } = query
  const { may } = useRights()
  const selection = useSelection(filter)
  const columns = useColumns(
    'students',
    studentColumns({ ...students, selection: may('records') ? selection : undefined }),
  )
  return (
    <ListPage
      title={pageTitles.students}
      actions={
        <>
          {students.hasAny && may('records') && <ExportButton query={query} />}
          {may('cohorts') && <JoinStudents />}
        </>
      }
      filters={
        students.hasAny && (
          <>
            {may('records') && <BulkProgress />}
            <StudentFilters
              query={query}
              found={describeFound(students)}
              onSearch={onSearch}
              onFilter={onFilter}
              onSort={onSort}
              columns={columns.chooser}
            />
          </>
        )
      }
      listed={students}
      onPage={onPage}
      empty={
        students.hasAny
          ? {
              drawing: 'search' as const,
              title: messages.noStudentsFound,
              text: describeEmpty(shown),
              action: (
                <Stack align="center">
                  {isFiltered(query) && (
                    <Button variant="light" onClick={() => onFilter(noStudentFilter)}>
                      Limpar filtros
                    </Button>
                  )}
                  {shown.search && <SimilarStudents search={shown.search} />}
                </Stack>
              ),
            }
          : noStudents
      }
    >
      <BulkBar
        listed={students}
        selection={selection}
        isNarrowed={isNarrowed}
        summary={
          <>
            Mostrando {formatNumber(list.length)} aluno(s) de {formatNumber(enrolled)} matriculado(s)
            {isNarrowed && `. Encontrados: ${more ? 'mais de ' : ''}${formatNumber(total)}.`}
            {more && !isFiltered(shown) && ' Escreva mais do nome ou do e-mail para encontrar quem falta.'}
          </>
        }
      >
        <StudentTable
          selection={selection}
          columns={columns.shown}
          students={students}
          isLoading={isLoading}
          sort={query.sort}
          onPage={onPage}
          onSort={onSort}
        />
      </BulkBar>
    </ListPage>
  )
}

const describeFound = ({ total, more }: { total: number; more: boolean }) =>
  more ? `mais de ${formatNumber(total)} alunos` : countOf(total, 'aluno', 'alunos')

function describeEmpty(query: StudentQuery) {
  const { search } = query
  if (isFiltered(query))
    return search
      ? `Nenhum aluno com estes filtros corresponde a “${search}”.`
      : 'Nenhum aluno corresponde a estes filtros.'
  return search && describeSearch(search)
}

const describeSearch = (search: string) =>
  searchesWordStarts(search)
    ? `Nenhum nome, e-mail ou telefone tem palavra que começa com “${search}”.`
    : `Nenhum nome, e-mail ou telefone contém “${search}”.`

const noStudents = {
  hint: 'Alunos entram pelas turmas: um por um ou de um arquivo CSV.',
  drawing: 'people' as const,
  title: messages.noStudents,
  action: (
    <Button component={Link} to="/turmas">
      Ir para as turmas
    </Button>
  ),
}
