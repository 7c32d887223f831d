import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { subscriptionQueries } from '../../features/subscriptions/subscriptions.queries.ts'
import { UnpaidMonthsPage } from '../../features/subscriptions/unpaid-months-page.tsx'
import { requirePlatform } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'

export const Route = createFileRoute('/_info/escolas_/renovacoes')({
  validateSearch: ({ page }: { page?: number } & SearchSchemaInput) => ({ page: pageOf(page) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  beforeLoad: requirePlatform,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    cause === 'stay' ? undefined : context.queryClient.ensureQueryData(subscriptionQueries.graces(deps.page)),
  component: UnpaidMonthsRoute,
})

function UnpaidMonthsRoute() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <UnpaidMonthsPage page={page} onPage={(page) => void navigate({ search: { page } })} />
}
