import { billingTitles, domainsCharged } from '@escola/contract/billing-texts'
import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentMessages } from '@escola/contract/payments.contract'
import { isEndingView, isOverView } from '@escola/contract/plan-rules'
import { plans } from '@escola/contract/prices'
import type { Subscription } from '@escola/contract/subscriptions.contract'
import { formatLongDate } from '@escola/contract/time'
import { Button, Group, Text } from '@mantine/core'
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
/** @param refusal reason for which nothing can be canceled now */
export function CancelPlanPage({ refusal }: { refusal: string | undefined }) {
  const { subscription } = usePrefetchedQuery(subscriptionQueries.current(useSchool().id)).data
  const [hadPlan] = useState(subscription !== null)
  // A plan whose renewal is not paid is gone within a minute.
  if (subscription ? isEndingView(subscription.view) : hadPlan)
    return (
      <DoneScreen
        title={paymentMessages.canceled}
        text={
          subscription && !isOverView(subscription.view)
            ? `O plano ${plans[subscription.plan_id].name} vale até ${formatLongDate(subscription.utc_paid_until)}. Depois a escola passa para o ${name}.`
            : `A escola passa agora para o ${name}, e a renovação não é mais cobrada.`
        }
      >
        {subscription?.view === 'ends' && <KeepPlan />}
        <ToPlans />
      </DoneScreen>
    )
  return (
    <Page title={billingTitles.cancelPlan} back={toPlans} narrow>
      {subscription && !refusal ? (
        <Confirmation subscription={subscription} />
      ) : (
        <EmptyState drawing="papers" title={refusal ?? paymentErrors.subscription_missing.pt} action={<ToPlans />} />
      )}
    </Page>
  )
}

function Confirmation({ subscription }: { subscription: Subscription }) {
  const { change } = usePrefetchedQuery(subscriptionQueries.preview(useSchool().id, 'onDemand')).data
  const { mutateAsync: cancel } = useCancelSubscription()
  const { run, isPending } = useConfirmedChange()
  const isOver = isOverView(subscription.view)
  return (
    <>
      <Summary
        name={name}
        change={change}
        isLater
        note={
          change.domains > 0 &&
          domainsCharged(change.domains, isOver ? 'agora' : `em ${formatLongDate(change.utc_begins_on)}`)
        }
        overdue={isOver && `A escola passa para o ${name} agora, e a renovação que não foi paga não é mais cobrada.`}
      />
      {isPaidAhead(subscription) && <Text>{paidMonthReturns}</Text>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/planos" />}>
          Manter meu plano
        </Button>
        <BusyButton color="danger" busy={isPending} onClick={() => run({ change: () => cancel() })}>
          {billingTitles.cancelPlan}
        </BusyButton>
      </Group>
    </>
  )
}
