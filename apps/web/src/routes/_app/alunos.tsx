import { limits } from '@escola/contract/limits'
import { newestFirst, type StudentSort } from '@escola/contract/sorts'
import { createFileRoute } from '@tanstack/react-router'
import { StudentListPage } from '../../features/students/student-list-page.tsx'
import { studentQueries } from '../../features/students/students.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageSearch, sortSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'

interface Search {
  page?: number
  search?: string
  sort?: StudentSort
}

const searchOf = ({ page, search: text, sort }: Record<string, unknown>): Search => {
  const search = text === undefined ? '' : String(text).slice(0, limits.searchMax)
  return { ...pageSearch(page), ...(search && { search }), ...sortSearch(sort) }
}

export const Route = createFileRoute('/_app/alunos')({
  validateSearch: searchOf,
  beforeLoad: requireAdmin,
  loaderDeps: ({ search: { page = 1, search = '', sort = newestFirst } }) => ({ page, search, sort }),
  // Another page of the list is waited for in the list, not before it.
  loader: ({ context, deps, cause }) =>
    cause === 'stay' ? undefined : context.queryClient.ensureQueryData(studentQueries.list(schoolIdOf(context), deps)),
  component: StudentsRoute,
})

function StudentsRoute() {
  const query = Route.useLoaderDeps()
  const navigate = Route.useNavigate()
  return (
    <StudentListPage
      query={query}
      onPage={(page) => void navigate({ search: searchOf({ ...query, page }) })}
      onSort={(sort) => void navigate({ search: searchOf({ ...query, page: 1, sort }), replace: true })}
      onSearch={(search) => void navigate({ search: searchOf({ ...query, page: 1, search }), replace: true })}
    />
  )
}
