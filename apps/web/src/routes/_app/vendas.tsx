import { saleSearchMax } from '@escola/contract/limits'
import { isId } from '@escola/contract/wire'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  type PurchaseQuery,
  periodOf,
  purchaseQueries,
  purchaseStateOf,
} from '../../features/sales/purchases.queries.ts'
import { SaleListPage } from '../../features/sales/sale-list-page.tsx'
import { saleQueries } from '../../features/sales/sales.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

interface SaleSearch {
  state?: unknown
  search?: unknown
  account?: unknown
  days?: unknown
  /** Purchase whose sheet is open. */
  purchase?: unknown
}

const idOf = (value: unknown) => (isId(String(value)) ? String(value) : undefined)

/** Search of the address; an id is a number there, which needs no quotes. */
const searchOf = ({ account, ...query }: PurchaseQuery, purchase?: string): SaleSearch => ({
  ...query,
  account: account && Number(account),
  purchase: purchase && Number(purchase),
})

const queryOf = ({ state, search, account, days }: SaleSearch): PurchaseQuery => ({
  state: purchaseStateOf(state),
  search: String(search ?? '').slice(0, saleSearchMax) || undefined,
  account: idOf(account),
  days: periodOf(days),
})

export const Route = createFileRoute('/_app/vendas')({
  validateSearch: ({ state, search, account, days, purchase }: SaleSearch & SearchSchemaInput): SaleSearch => ({
    state,
    search,
    account,
    days,
    purchase,
  }),
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads what is asked for itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) => {
    const { queryClient } = context
    const schoolId = schoolIdOf(context)
    return cause === 'stay'
      ? undefined
      : Promise.all([
          queryClient.ensureQueryData(purchaseQueries.summary(schoolId)),
          queryClient.ensureInfiniteQueryData(purchaseQueries.list(schoolId, queryOf(deps))),
          queryClient.ensureQueryData(saleQueries.list(schoolId, { page: 1, state: 'unmatched' })),
          queryClient.ensureQueryData(saleQueries.list(schoolId, { page: 1, state: 'no_email' })),
        ])
  },
  component: SalesRoute,
})

function SalesRoute() {
  const { state, search, account, days, purchase } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => queryOf({ state, search, account, days }), [state, search, account, days])
  return (
    <SaleListPage
      query={query}
      opened={idOf(purchase)}
      onQuery={(change, replace = false) => void navigate({ search: searchOf({ ...query, ...change }), replace })}
      onOpen={(id) => void navigate({ search: searchOf(query, id), resetScroll: false })}
    />
  )
}
