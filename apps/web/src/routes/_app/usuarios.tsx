import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { AdministratorListPage } from '../../features/administrators/administrator-list-page.tsx'
import { administratorQueries } from '../../features/administrators/administrators.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/usuarios')({
  validateSearch: ({ page }: { page?: number } & SearchSchemaInput) => ({ page: pageOf(page) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(administratorQueries.list(schoolIdOf(context), deps.page)),
  component: UsersRoute,
})

function UsersRoute() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <AdministratorListPage page={page} onPage={(page) => void navigate({ search: { page } })} />
}
