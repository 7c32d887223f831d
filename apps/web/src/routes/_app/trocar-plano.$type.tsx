import { isMonthKey, isRenewalKey } from '@escola/contract/payments.contract'
import { type PaidPlanId, planIds } from '@escola/contract/prices'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApiError, textOf } from '../../api/api-error.ts'
import { Checkout } from '../../features/payments/checkout.tsx'
import { readOpenPayment } from '../../features/payments/open-payment.ts'
import { paymentQueries } from '../../features/payments/payments.queries.ts'
import { RenewalPage } from '../../features/payments/renewal-page.tsx'
import { StepDown } from '../../features/payments/step-down.tsx'
import { CancelPlanPage } from '../../features/subscriptions/cancel-plan-page.tsx'
import { ChangePlanPage } from '../../features/subscriptions/change-plan-page.tsx'
import { subscriptionQueries } from '../../features/subscriptions/subscriptions.queries.ts'
import { useSchool } from '../../session/context.ts'
import { requireAdmin } from '../../session/guards.ts'
import { requireProviderDocument } from '../../session/provider-document.ts'
import { checkoutSearch } from '../-checkout-search.ts'
import { loadCheckout } from '../-load-checkout.ts'
import { schoolIdOf } from '../-school-id.ts'

const planOf = (type: string) => planIds.find((id) => id === type)

/** Tells whether a change is refused as the plan stands: until its month is paid, or while the school is blocked. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && ['plan_is_overdue', 'plan_renewal_under_way', 'school_blocked'].includes(error.code)

export const Route = createFileRoute('/_app/trocar-plano/$type')({
  ...checkoutSearch,
  beforeLoad: async (guarded) => {
    await requireAdmin(guarded)
    if (!planOf(guarded.params.type)) throw redirect({ to: '/planos', replace: true })
    await requireProviderDocument(guarded)
  },
  loader: async ({ context, params, deps }) => {
    const { queryClient } = context
    const schoolId = schoolIdOf(context)
    const plan = planOf(params.type)!
    const [{ subscription }] = await Promise.all([
      queryClient.ensureQueryData(subscriptionQueries.current(schoolId)),
      plan === 'onDemand' ? undefined : loadCheckout(queryClient, schoolId, plan, deps.pagamento),
    ])
    // The present plan, and the return to it of a school that has no other, change nothing that could be shown.
    if (plan === (subscription?.plan_id ?? 'onDemand')) return undefined
    try {
      await queryClient.ensureQueryData(subscriptionQueries.preview(schoolId, plan))
    } catch (error) {
      if (isRefused(error)) return textOf(error)
      throw error
    }
    return undefined
  },
  component: ChangePlan,
})

function ChangePlan() {
  const plan = planOf(Route.useParams().type)!
  const refusal = Route.useLoaderData()
  return plan === 'onDemand' ? <CancelPlanPage refusal={refusal} /> : <BuyPlan key={plan} plan={plan} />
}

function BuyPlan({ plan }: { plan: PaidPlanId }) {
  const { id: schoolId } = useSchool()
  const { pagamento } = Route.useSearch()
  const navigate = Route.useNavigate()
  const id = pagamento ?? readOpenPayment(schoolId, plan)
  const { data } = useQuery({ ...paymentQueries.payment(schoolId, id ?? ''), enabled: id !== undefined })
  if (pagamento !== undefined && isRenewalKey(pagamento)) return <RenewalPage payment={data?.payment} />
  return (
    <ChangePlanPage
      plan={plan}
      refusal={Route.useLoaderData()}
      payment={data?.payment.item === plan ? data.payment : undefined}
      code={pagamento !== undefined && isMonthKey(pagamento) ? pagamento : undefined}
      checkout={({ summary, ...sum }) => (
        <Checkout
          item={plan}
          asked={pagamento}
          onPaid={(pagamento) => navigate({ search: { pagamento }, replace: true })}
          {...sum}
        >
          {summary}
        </Checkout>
      )}
      stepDown={(paymentMethod, label) => <StepDown plan={plan} paymentMethod={paymentMethod} label={label} />}
    />
  )
}
