import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { PaymentListPage } from '../../features/payments/payment-list-page.tsx'
import { type PaymentsQuery, paymentQueries } from '../../features/payments/payments.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

interface PaymentsSearch {
  page?: unknown
  pagamento?: unknown
}

export const Route = createFileRoute('/_app/bank_/pagamentos')({
  validateSearch: ({ page, pagamento }: PaymentsSearch & SearchSchemaInput): PaymentsQuery => ({
    page: pageOf(page),
    ...(/^\d{1,18}$/.test(String(pagamento)) && { pagamento: String(pagamento) }),
  }),
  search: { middlewares: [stripSearchParams<PaymentsQuery>({ page: 1 })] },
  loaderDeps: ({ search }) => search,
  beforeLoad: requireAdmin,
  // Within the page, the list loads its next page itself and keeps its rows meanwhile.
  loader: ({ context, deps, cause }) =>
    cause === 'stay' ? undefined : context.queryClient.ensureQueryData(paymentQueries.list(schoolIdOf(context), deps)),
  component: PaymentList,
})

function PaymentList() {
  const query = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PaymentListPage query={query} onPage={(page) => void navigate({ search: { page } })} />
}
