import { packIds } from '@escola/contract/prices'
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { AddBalancePage } from '../../features/payments/add-balance-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { requireProviderDocument } from '../../session/provider-document.ts'
import { type CheckoutSearch, checkoutSearch } from '../-checkout-search.ts'
import { loadCheckout } from '../-load-checkout.ts'
import { schoolIdOf } from '../-school-id.ts'

interface PackSearch extends CheckoutSearch {
  /** Class whose import waits for the balance. */
  turma?: string
}

const packOf = (type: string) => packIds.find((id) => id === type)

export const Route = createFileRoute('/_app/add-saldo/$type')({
  ...checkoutSearch,
  validateSearch: ({ turma, ...search }: PackSearch & SearchSchemaInput): PackSearch => ({
    ...checkoutSearch.validateSearch(search as SearchSchemaInput),
    turma: /^\d+$/.test(String(turma)) ? String(turma) : undefined,
  }),
  beforeLoad: async (guarded) => {
    await requireAdmin(guarded)
    if (!packOf(guarded.params.type)) throw redirect({ to: '/bank', replace: true })
    await requireProviderDocument(guarded)
  },
  loader: ({ context, params, deps }) =>
    loadCheckout(context.queryClient, schoolIdOf(context), packOf(params.type)!, deps.pagamento),
  component: AddBalance,
})

function AddBalance() {
  const pack = packOf(Route.useParams().type)!
  const { pagamento, turma } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AddBalancePage
      key={pack}
      pack={pack}
      asked={pagamento}
      cohortId={turma}
      onPaid={(pagamento) => navigate({ search: { pagamento, turma }, replace: true })}
    />
  )
}
