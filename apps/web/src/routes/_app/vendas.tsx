import { saleSearchMax } from '@escola/contract/limits'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SaleListPage } from '../../features/sales/sale-list-page.tsx'
import { saleQueries, stateOf } from '../../features/sales/sales.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

interface SaleSearch {
  page?: unknown
  state?: unknown
  search?: unknown
}

const queryOf = ({ page, state, search }: SaleSearch) => ({
  page: pageOf(page),
  state: stateOf(state),
  search: String(search ?? '').slice(0, saleSearchMax) || undefined,
})

export const Route = createFileRoute('/_app/vendas')({
  validateSearch: ({ page, state, search }: SaleSearch & SearchSchemaInput): SaleSearch => ({ page, state, search }),
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(saleQueries.list(schoolIdOf(context), queryOf(deps))),
  component: SalesRoute,
})

function SalesRoute() {
  const { page, state, search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => queryOf({ page, state, search }), [page, state, search])
  const go = (change: { page?: number; search?: string }, replace: boolean) => {
    const next = { ...query, page: 1, ...change }
    void navigate({
      search: { state, search: next.search || undefined, page: next.page > 1 ? next.page : undefined },
      replace,
    })
  }
  return (
    <SaleListPage query={query} onPage={(page) => go({ page }, false)} onSearch={(search) => go({ search }, true)} />
  )
}
