import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { AccessLogPage } from '../../features/platform/access-log-page.tsx'
import { platformQueries } from '../../features/platform/platform.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/config_/acessos')({
  validateSearch: (search: { page?: unknown } & SearchSchemaInput): { page?: unknown } => search,
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(platformQueries.accessLog(schoolIdOf(context), pageOf(deps.page))),
  component: AccessLogRoute,
})

function AccessLogRoute() {
  const page = pageOf(Route.useSearch().page)
  const navigate = Route.useNavigate()
  return <AccessLogPage page={page} onPage={(page) => void navigate({ search: page > 1 ? { page } : {} })} />
}
