import { searchMax } from '@escola/contract/limits'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { StudentListPage } from '../../features/students/student-list-page.tsx'
import { type StudentQuery, studentQueries } from '../../features/students/students.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf, sortOf, usualPage } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/alunos')({
  validateSearch: ({ page, search = '', sort }: Partial<StudentQuery> & SearchSchemaInput): StudentQuery => ({
    page: pageOf(page),
    search: String(search).slice(0, searchMax),
    sort: sortOf(sort),
  }),
  search: { middlewares: [stripSearchParams({ ...usualPage, search: '' })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // The list on the screen waits for its next page itself.
  loader: ({ context, deps, cause }) =>
    cause === 'stay' ? undefined : context.queryClient.ensureQueryData(studentQueries.list(schoolIdOf(context), deps)),
  component: StudentsRoute,
})

function StudentsRoute() {
  const query = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <StudentListPage
      query={query}
      onPage={(page) => void navigate({ search: { ...query, page } })}
      onSort={(sort) => void navigate({ search: { ...query, page: 1, sort }, replace: true })}
      onSearch={(search) => void navigate({ search: { ...query, page: 1, search }, replace: true })}
    />
  )
}
