import { limits } from '@escola/contract/limits'
import { newestFirst, type StudentSort } from '@escola/contract/sorts'
import { createFileRoute } from '@tanstack/react-router'
import { StudentListPage } from '../../features/students/student-list-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { pageSearch, sortSearch } from '../-page-search.ts'

interface Search {
  page?: number
  search?: string
  sort?: StudentSort
}

const searchOf = ({ page, search: text, sort }: Record<keyof Search, unknown>): Search => {
  const search = text === undefined ? '' : String(text).slice(0, limits.searchMax)
  return { ...pageSearch(page), ...(search && { search }), ...sortSearch(sort) }
}

export const Route = createFileRoute('/_app/alunos')({
  beforeLoad: requireAdmin,
  validateSearch: ({ page, search, sort }: Record<string, unknown>) => searchOf({ page, search, sort }),
  component: StudentsRoute,
})

function StudentsRoute() {
  const { page = 1, search = '', sort = newestFirst } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <StudentListPage
      page={page}
      search={search}
      sort={sort}
      onPage={(next) => void navigate({ search: searchOf({ page: next, search, sort }) })}
      onSort={(next) => void navigate({ search: searchOf({ page: 1, search, sort: next }), replace: true })}
      onSearch={(text) => void navigate({ search: searchOf({ page: 1, search: text, sort }), replace: true })}
    />
  )
}
