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
}

const queryOf = ({ page, state }: SaleSearch) => ({ page: pageOf(page), state: stateOf(state) })

export const Route = createFileRoute('/_app/vendas')({
  validateSearch: ({ page, state }: SaleSearch & SearchSchemaInput): SaleSearch => ({ page, state }),
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // The list on the screen waits for its next page itself.
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(saleQueries.list(schoolIdOf(context), queryOf(deps))),
  component: SalesRoute,
})

function SalesRoute() {
  const { page, state } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => queryOf({ page, state }), [page, state])
  return (
    <SaleListPage
      query={query}
      onPage={(page) => void navigate({ search: { state, page: page > 1 ? page : undefined } })}
    />
  )
}
