import { limits } from '@escola/contract/limits'
import { createFileRoute } from '@tanstack/react-router'
import { StudentListPage } from '../../features/students/student-list-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { pageSearch } from '../-page-search.ts'

interface Search {
  page?: number
  search?: string
}

const searchOf = (page: unknown, text: unknown): Search => {
  const search = text === undefined ? '' : String(text).slice(0, limits.searchMax)
  return { ...pageSearch(page), ...(search && { search }) }
}

export const Route = createFileRoute('/_app/alunos')({
  beforeLoad: requireAdmin,
  validateSearch: ({ page, search }: Record<string, unknown>) => searchOf(page, search),
  component: StudentsRoute,
})

function StudentsRoute() {
  const { page = 1, search = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <StudentListPage
      page={page}
      search={search}
      onPage={(next) => void navigate({ search: searchOf(next, search) })}
      onSearch={(text) => void navigate({ search: searchOf(1, text), replace: true })}
    />
  )
}
