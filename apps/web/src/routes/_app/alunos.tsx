import { searchMax } from '@escola/contract/limits'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { StudentListPage } from '../../features/students/student-list-page.tsx'
import { addressOf, readStudentQuery, type StudentSearch } from '../../features/students/student-search.ts'
import { type StudentQuery, studentQueries } from '../../features/students/students.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf, sortOf, usualPage } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/alunos')({
  // The filters are read where the page is, because every page carries this function.
  validateSearch: ({
    page,
    search = '',
    sort,
    ...filter
  }: Partial<StudentQuery> & SearchSchemaInput): StudentSearch => ({
    ...filter,
    page: pageOf(page),
    search: String(search).slice(0, searchMax),
    sort: sortOf(sort),
  }),
  search: { middlewares: [stripSearchParams({ ...usualPage, search: '' })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(studentQueries.list(schoolIdOf(context), readStudentQuery(deps))),
  component: StudentsRoute,
})

function StudentsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => readStudentQuery(search), [search])
  const go = (change: Partial<StudentQuery>, replace = false) =>
    void navigate({ search: addressOf({ ...query, page: 1, ...change }), replace })
  return (
    <StudentListPage
      query={query}
      onPage={(page) => go({ page })}
      onSort={(sort) => go({ sort }, true)}
      onSearch={(search) => go({ search }, true)}
      onFilter={(filter) => go(filter)}
    />
  )
}
