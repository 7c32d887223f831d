import { billingTitles } from '@escola/contract/billing-texts'
import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentMessages } from '@escola/contract/payments.contract'
import { plans } from '@escola/contract/prices'
import { formatLongDate } from '@escola/contract/time'
import { Button, Group } from '@mantine/core'
import { IconCrownOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DoneScreen } from '../../ui/done-screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { usePrefetchedQuery } from '../../ui/use-prefetched-query.ts'
import { Summary, ToPlans, toPlans } from './change-plan-page.tsx'
import { KeepPlan } from './plan-state.tsx'
import { subscriptionQueries, useCancelSubscription } from './subscriptions.queries.ts'

const { name } = plans.onDemand

/** Confirmation that a school returns to the plan without a monthly price (part 2 §2). */
export function CancelPlanPage() {
  const { subscription } = usePrefetchedQuery(subscriptionQueries.current(useSchool().id)).data
  if (subscription?.next_plan_id === 'onDemand')
    return (
      <DoneScreen
        title={paymentMessages.canceled}
        text={`O plano ${plans[subscription.plan_id].name} vale até ${formatLongDate(subscription.utc_paid_until)}. Depois a escola passa para o ${name}.`}
      >
        <KeepPlan />
        <ToPlans />
      </DoneScreen>
    )
  return (
    <Page title={billingTitles.cancelPlan} back={toPlans} narrow>
      {subscription ? (
        <Confirmation />
      ) : (
        <EmptyState icon={IconCrownOff} title={paymentErrors.subscription_missing.pt} action={<ToPlans />} />
      )}
    </Page>
  )
}

function Confirmation() {
  const { change } = usePrefetchedQuery(subscriptionQueries.preview(useSchool().id, 'onDemand')).data
  const { mutateAsync: cancel } = useCancelSubscription()
  const { run, isPending } = useConfirmedChange()
  return (
    <>
      <Summary name={name} change={change} isLater />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/planos" />}>
          Manter meu plano
        </Button>
        <BusyButton color="red.9" busy={isPending} onClick={() => run({ change: () => cancel() })}>
          {billingTitles.cancelPlan}
        </BusyButton>
      </Group>
    </>
  )
}
