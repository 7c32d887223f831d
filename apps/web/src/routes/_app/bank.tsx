import { readMonth } from '@escola/contract/time'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { BankPage } from '../../features/ledger/bank-page.tsx'
import { ledgerQueries, type StatementQuery } from '../../features/ledger/ledger.queries.ts'
import { PackChoice } from '../../features/payments/pack-choice.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/bank')({
  validateSearch: ({ page, month }: Partial<StatementQuery> & SearchSchemaInput): StatementQuery => ({
    page: pageOf(page),
    month: readMonth(month),
  }),
  search: { middlewares: [stripSearchParams<StatementQuery>({ page: 1, month: '' })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : Promise.all([
          context.queryClient.ensureQueryData(ledgerQueries.statement(schoolIdOf(context), deps)),
          context.queryClient.prefetchQuery(ledgerQueries.monthStudents(schoolIdOf(context))),
        ]),
  component: BankRoute,
})

function BankRoute() {
  const query = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <BankPage
      query={query}
      packs={<PackChoice />}
      onPage={(page) => void navigate({ search: { ...query, page } })}
      onMonth={(month) => void navigate({ search: { month, page: 1 }, replace: true })}
    />
  )
}
