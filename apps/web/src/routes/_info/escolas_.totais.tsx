import { readMonth } from '@escola/contract/time'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { ledgerQueries } from '../../features/ledger/ledger.queries.ts'
import { PlatformTotalsPage } from '../../features/ledger/platform-totals-page.tsx'
import { requirePlatform } from '../../session/guards.ts'

interface TotalsSearch {
  month: string
}

export const Route = createFileRoute('/_info/escolas_/totais')({
  validateSearch: ({ month }: Partial<TotalsSearch> & SearchSchemaInput): TotalsSearch => ({
    month: readMonth(month),
  }),
  search: { middlewares: [stripSearchParams<TotalsSearch>({ month: '' })] },
  beforeLoad: requirePlatform,
  loaderDeps: ({ search }) => search,
  // The table on the screen waits for its next month itself.
  loader: ({ context, deps, cause }) =>
    cause === 'stay' ? undefined : context.queryClient.ensureQueryData(ledgerQueries.totals(deps.month)),
  component: TotalsRoute,
})

function TotalsRoute() {
  const { month } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PlatformTotalsPage month={month} onMonth={(month) => void navigate({ search: { month }, replace: true })} />
}
