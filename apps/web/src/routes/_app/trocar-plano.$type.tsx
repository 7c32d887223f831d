import { isMonthKey } from '@escola/contract/payments.contract'
import { type PaidPlanId, planIds } from '@escola/contract/prices'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { Checkout } from '../../features/payments/checkout.tsx'
import { readOpenPayment } from '../../features/payments/open-payment.ts'
import { StepDown } from '../../features/payments/step-down.tsx'
import { CancelPlanPage } from '../../features/subscriptions/cancel-plan-page.tsx'
import { ChangePlanPage } from '../../features/subscriptions/change-plan-page.tsx'
import { subscriptionQueries } from '../../features/subscriptions/subscriptions.queries.ts'
import { useSchool } from '../../session/context.ts'
import { requireAdmin } from '../../session/guards.ts'
import { requireProviderDocument } from '../../session/provider-document.ts'
import { checkoutSearch, loadCheckout } from '../-checkout.ts'
import { schoolIdOf } from '../-school-id.ts'

const planOf = (type: string) => planIds.find((id) => id === type)

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
    if (plan !== (subscription?.plan_id ?? 'onDemand'))
      await queryClient.ensureQueryData(subscriptionQueries.preview(schoolId, plan))
  },
  component: ChangePlan,
})

function ChangePlan() {
  const plan = planOf(Route.useParams().type)!
  return plan === 'onDemand' ? <CancelPlanPage /> : <BuyPlan key={plan} plan={plan} />
}

function BuyPlan({ plan }: { plan: PaidPlanId }) {
  const { id: schoolId } = useSchool()
  const { pagamento } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ChangePlanPage
      plan={plan}
      isPaying={pagamento !== undefined || readOpenPayment(schoolId, plan) !== undefined}
      isCode={pagamento !== undefined && isMonthKey(pagamento)}
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
