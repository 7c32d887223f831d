import { messages } from '@escola/contract/messages'
import type { StudentSort } from '@escola/contract/sorts'
import { isFiltered, noStudentFilter, type StudentFilter, searchesWordStarts } from '@escola/contract/students.contract'
import { pageTitles } from '@escola/contract/titles'
import { Button, Stack } from '@mantine/core'
import { IconSearchOff, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useSelection } from '../../ui/lists/selection.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { ExportButton } from './export-button.tsx'
import { SimilarStudents } from './similar-students.tsx'
import { StudentFilters } from './student-filters.tsx'
import { StudentTable } from './student-table.tsx'
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
  const { page: _page, sort: _sort, ...filter } = query
  const selection = useSelection(filter)
  return (
    <ListPage
      title={pageTitles.students}
      actions={students.hasAny && <ExportButton query={query} />}
      filters={
        students.hasAny && (
          <Stack gap="xs">
            <BulkProgress />
            <SearchBox
              label="Buscar aluno por nome ou e-mail"
              placeholder="Buscar por nome ou e-mail"
              search={query.search}
              onSearch={onSearch}
            />
            <StudentFilters filter={query} onFilter={onFilter} />
          </Stack>
        )
      }
      listed={students}
      onPage={onPage}
      empty={
        students.hasAny
          ? {
              icon: IconSearchOff,
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
      <BulkBar listed={students} selection={selection} isNarrowed={shown.search !== '' || isFiltered(shown)} />
      <StudentTable
        selection={selection}
        students={students}
        isLoading={isLoading}
        query={shown}
        sort={query.sort}
        onPage={onPage}
        onSort={onSort}
      />
    </ListPage>
  )
}

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
    ? `Nenhum nome ou e-mail tem palavra que começa com “${search}”.`
    : `Nenhum nome ou e-mail contém “${search}”.`

const noStudents = {
  hint: 'Alunos entram pelas turmas: um por um ou de um arquivo CSV.',
  icon: IconUsers,
  title: messages.noStudents,
  action: (
    <Button component={Link} to="/turmas">
      Ir para as turmas
    </Button>
  ),
}
