import { billingTitles, domainsCharged } from '@escola/contract/billing-texts'
import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentMessages } from '@escola/contract/payments.contract'
import { plans } from '@escola/contract/prices'
import type { Subscription } from '@escola/contract/subscriptions.contract'
import { formatLongDate } from '@escola/contract/time'
import { Button, Group, Text } from '@mantine/core'
import { IconCrownOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DoneScreen } from '../../ui/done-screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Summary, ToPlans, toPlans } from './change-plan-page.tsx'
import { isPaidAhead, KeepPlan, paidMonthReturns } from './plan-state.tsx'
import { subscriptionQueries, useCancelSubscription } from './subscriptions.queries.ts'

const { name } = plans.onDemand

/** Confirmation that a school returns to the plan without a monthly price (part 2 §2). */
export function CancelPlanPage() {
  const { subscription } = usePrefetchedQuery(subscriptionQueries.current(useSchool().id)).data
  const [hadPlan] = useState(subscription !== null)
  const isOverdue = subscription?.utc_grace_ends_on != null
  // A plan whose renewal is not paid is gone within a minute.
  if (subscription ? subscription.next_plan_id === 'onDemand' : hadPlan)
    return (
      <DoneScreen
        title={paymentMessages.canceled}
        text={
          subscription && !isOverdue
            ? `O plano ${plans[subscription.plan_id].name} vale até ${formatLongDate(subscription.utc_paid_until)}. Depois a escola passa para o ${name}.`
            : `A escola passa agora para o ${name}, e a renovação não é mais cobrada.`
        }
      >
        {subscription && !isOverdue && <KeepPlan />}
        <ToPlans />
      </DoneScreen>
    )
  return (
    <Page title={billingTitles.cancelPlan} back={toPlans} narrow>
      {subscription ? (
        <Confirmation subscription={subscription} />
      ) : (
        <EmptyState icon={IconCrownOff} title={paymentErrors.subscription_missing.pt} action={<ToPlans />} />
      )}
    </Page>
  )
}

function Confirmation({ subscription }: { subscription: Subscription }) {
  const { change } = usePrefetchedQuery(subscriptionQueries.preview(useSchool().id, 'onDemand')).data
  const { mutateAsync: cancel } = useCancelSubscription()
  const { run, isPending } = useConfirmedChange()
  const isOverdue = subscription.utc_grace_ends_on !== null
  return (
    <>
      <Summary
        name={name}
        change={change}
        isLater
        note={
          change.domains > 0 &&
          domainsCharged(change.domains, isOverdue ? 'agora' : `em ${formatLongDate(change.utc_begins_on)}`)
        }
        overdue={
          subscription.utc_grace_ends_on &&
          `A escola passa para o ${name} agora, e a renovação que não foi paga não é mais cobrada.`
        }
      />
      {isPaidAhead(subscription) && <Text>{paidMonthReturns}</Text>}
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
