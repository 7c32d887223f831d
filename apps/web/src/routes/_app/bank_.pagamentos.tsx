import { createFileRoute } from '@tanstack/react-router'
import { PaymentListPage } from '../../features/payments/payment-list-page.tsx'
import { paymentQueries } from '../../features/payments/payments.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageSearch } from '../-page-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/bank_/pagamentos')({
  ...pageSearch,
  beforeLoad: requireAdmin,
  // The list on the screen waits for its next page itself.
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(paymentQueries.list(schoolIdOf(context), deps.page)),
  component: PaymentList,
})

function PaymentList() {
  const query = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PaymentListPage query={query} onPage={(page) => void navigate({ search: { page } })} />
}
