import { billingTitles, chargedThings } from '@escola/contract/billing-texts'
import { centsOf, formatMoney } from '@escola/contract/money'
import { paymentErrors } from '@escola/contract/payment-errors'
import { type Payment, paymentMessages } from '@escola/contract/payments.contract'
import { actTo, isOverView, offersOf } from '@escola/contract/plan-rules'
import { type PaidPlanId, type Plan, type PlanId, plans } from '@escola/contract/prices'
import type { PlanChange, Subscription } from '@escola/contract/subscriptions.contract'
import { formatLongDate, nextMonthStart } from '@escola/contract/time'
import { Alert, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { DoneScreen } from '../../ui/done-screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page, type PageProps } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { isPaidAhead, KeepPlan } from './plan-state.tsx'
import classes from './plans.module.css'
import { subscriptionQueries, useLoadedPreview } from './subscriptions.queries.ts'

interface ChangePlanPageProps {
  plan: PaidPlanId
  /** Reason for which the school can't change to the plan yet. */
  refusal: string | undefined
  /** Payment of the plan that the address names, or that was begun here; undefined where the server has none. */
  payment: Payment | undefined
  /** Code of a month that the address names. */
  code: string | undefined
  /** Pays a sum; the summary stands above, the last screen in its place at the end. */
  checkout: (sum: {
    page: Pick<PageProps, 'title' | 'back'>
    cents: number
    only?: 'code' | 'card'
    isFirst?: boolean
    /** Asks for the sum anew, where the payment of it was refused for another. */
    onSumChanged?: () => unknown
    paid: (planId: PlanId | undefined) => ReactNode
    summary: ReactNode
  }) => ReactNode
  /** Button that changes to a smaller plan, which is paid as the present one. */
  stepDown: (paymentMethod: string, label: string) => ReactNode
}

/** Checkout of a plan: what it costs now and each month, before anything is confirmed. */
export function ChangePlanPage(props: ChangePlanPageProps) {
  const { subscription } = usePrefetchedQuery(subscriptionQueries.current(useSchool().id)).data
  const plan = plans[props.plan]
  const isPaying = isShown(props)
  const isNext = subscription?.next_plan_id === props.plan
  const isOverdue = subscription?.pays_with === 'pix' && isOverView(subscription.view)
  const isMonth = props.code ? props.code === subscription?.pix?.id : isOverdue
  if (isNext && (isPaying || isOverdue))
    return props.checkout({
      page: props.code || isOverdue ? { ...page, title: billingTitles.payMonth } : page,
      cents: plan.eachMonth,
      only: isOverdue && !props.code ? 'card' : 'code',
      paid: (now) =>
        now === props.plan ? (
          <PlanPaid name={plan.name} />
        ) : isPaidAhead(subscription) ? (
          <PlanPaid name={plan.name} until={subscription.utc_paid_until} />
        ) : (
          <PlanNext plan={props.plan} subscription={subscription} />
        ),
      summary: isMonth && <MonthSummary plan={plan} begins={subscription.utc_next_payment_on} />,
    })
  if (isNext && subscription.plan_id !== props.plan) return <PlanNext plan={props.plan} subscription={subscription} />
  if (subscription?.plan_id === props.plan)
    return (
      <Unchangeable title={paymentErrors.plan_is_current.pt} text={props.payment?.fault}>
        {offersOf(subscription).includes('keep') && <KeepPlan />}
      </Unchangeable>
    )
  if (!props.refusal) return <Changing {...props} />
  if (!isPaying) return <Unchangeable title={props.refusal} text={props.payment?.fault} />
  // A payment that was begun before is shown to its end, and no other one is made.
  return props.checkout({
    page,
    cents: 0,
    only: 'code',
    paid: paidOf(props.plan),
    summary: <Alert color="ambar">{props.refusal}</Alert>,
  })
}

/** Tells whether the checkout shows a payment to its end: a code whatever became of it, any other one while it is open, and once it is made. */
const isShown = ({ code, payment }: Pick<ChangePlanPageProps, 'code' | 'payment'>) =>
  code !== undefined || (payment !== undefined && payment.status !== 'failed' && payment.status !== 'canceled')

interface UnchangeableProps {
  title: string
  /** Reason for which a payment that was begun has failed. */
  text: string | undefined
  children?: ReactNode
}

const Unchangeable = ({ title, text, children }: UnchangeableProps) => (
  <Page {...page} narrow>
    <EmptyState
      drawing="papers"
      title={title}
      text={text}
      action={
        <Group gap="xs" justify="center">
          {children}
          <ToPlans />
        </Group>
      }
    />
  </Page>
)

const paidOf = (plan: PaidPlanId) => (now: PlanId | undefined) =>
  now === plan ? <PlanPaid name={plans[plan].name} /> : <PlanLeft name={plans[plan].name} />

function Changing({ plan: planId, checkout, stepDown, ...props }: ChangePlanPageProps) {
  const { id } = useSchool()
  const { subscription } = usePrefetchedQuery(subscriptionQueries.current(id)).data
  const { change, refetch } = useLoadedPreview(planId, isShown(props))
  const plan = plans[planId]
  if (subscription && actTo(subscription.plan_id, planId) === 'smaller')
    return (
      <Page {...page} narrow>
        <Summary
          name={plan.name}
          change={change}
          isLater
          overdue={isOverView(subscription.view) && textOfOverdue[subscription.pays_with]}
        />
        <Group justify="flex-end">{stepDown(subscription.card?.id ?? 'pix', `Passar para o plano ${plan.name}`)}</Group>
      </Page>
    )
  return checkout({
    page,
    cents: centsOf(change.now),
    isFirst: !subscription,
    onSumChanged: refetch,
    paid: paidOf(planId),
    summary: <Summary name={plan.name} change={change} />,
  })
}

const textOfOverdue = {
  card: 'O mês que ainda não foi pago continua no plano atual. A escola muda de plano depois dele.',
  pix: 'A escola muda de plano quando o mês for pago, e o código passa a ter o valor novo.',
}

interface SummaryProps {
  name: string
  change: PlanChange
  isLater?: boolean
  /** Says when the plan begins while the renewal of the present one is not paid. */
  overdue?: string | false | undefined
  /** Says what else the change does. */
  note?: string | false | undefined
}

/** Sums of a change of plan, before it is confirmed. */
export function Summary({ name, change, isLater, overdue, note }: SummaryProps) {
  const rows = [
    ...(isLater ? [] : [{ label: 'Agora', value: change.now }]),
    ...(centsOf(change.credit) > 0 ? [{ label: 'Crédito do mês atual, já descontado', value: change.credit }] : []),
    {
      label: isLater && !overdue ? `Cada mês, a partir de ${formatLongDate(change.utc_begins_on)}` : 'Cada mês',
      value: change.each_month,
    },
    {
      label: `Na cobrança de ${formatLongDate(nextMonthStart(new Date(change.utc_begins_on)))}, com ${chargedThings(change)} se nada mudar`,
      value: change.next_run,
    },
  ]
  return (
    <Section
      title={`Plano ${name}`}
      text={
        overdue ||
        (isLater
          ? `Até ${formatLongDate(change.utc_begins_on)} a escola continua no plano atual, e nada é cobrado agora.`
          : 'O plano começa assim que o pagamento for confirmado.')
      }
    >
      <dl className={classes.sums}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(centsOf(value))}</dd>
          </div>
        ))}
      </dl>
      {note && <Text>{note}</Text>}
      <Text size="sm" c="dimmed">
        O que já foi cobrado neste mês não é devolvido.
      </Text>
    </Section>
  )
}

const MonthSummary = ({ plan: { name, eachMonth }, begins }: { plan: Plan; begins: string }) => (
  <Section title={`Mês do plano ${name}, a partir de ${formatLongDate(begins)}`}>
    <Text fw={700} fz="xl">
      {formatMoney(eachMonth)}
    </Text>
  </Section>
)

/** Says when a plan begins that the school has changed to. */
function PlanNext({ plan, subscription }: { plan: PaidPlanId; subscription: Subscription }) {
  const { name } = plans[plan]
  const { unpaid_plan_id, utc_paid_until } = subscription
  return (
    <DoneScreen
      title={paymentMessages.planChanged}
      text={
        unpaid_plan_id === plan
          ? `A escola passa para o plano ${name} quando o mês que espera o pagamento for pago.`
          : unpaid_plan_id
            ? `Depois do mês que espera o pagamento, a escola passa para o plano ${name}.`
            : `Em ${formatLongDate(utc_paid_until)} a escola passa para o plano ${name}. Até lá nada muda.`
      }
    >
      {offersOf(subscription).includes('keep') && <KeepPlan />}
      <ToPlans />
    </DoneScreen>
  )
}

/** @param until day on which a plan begins whose month is paid ahead; null for the present one */
const PlanPaid = ({ name, until = null }: { name: string; until?: string | null }) => (
  <DoneScreen
    title={paymentMessages.paid}
    text={
      until === null
        ? `A escola está no plano ${name}.`
        : `Em ${formatLongDate(until)} a escola passa para o plano ${name}, e o mês já está pago.`
    }
  >
    <ToPlans />
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
      Ir para o início
    </Button>
  </DoneScreen>
)

/** End of a payment at an address that was kept, or opened again later. */
const PlanLeft = ({ name }: { name: string }) => (
  <DoneScreen title="Este pagamento já foi feito" text={`A escola não está no plano ${name} agora.`}>
    <ToPlans />
  </DoneScreen>
)

export const toPlans = { to: '/planos', label: billingTitles.plans }
const page = { title: billingTitles.changePlan, back: toPlans }
export const ToPlans = () => (
  <Button variant="default" renderRoot={(props) => <Link {...props} to="/planos" />}>
    Ver os planos
  </Button>
)
