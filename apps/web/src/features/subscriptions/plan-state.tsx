import { billingTitles, blockedPlanTexts, graceTexts, planPrice, wishedByText } from '@escola/contract/billing-texts'
import { minuteMs } from '@escola/contract/durations'
import { paymentMessages } from '@escola/contract/payments.contract'
import { isOverView, isUnpaidView, offersOf, type PlanAct, type PlanView } from '@escola/contract/plan-rules'
import { plans } from '@escola/contract/prices'
import type { Subscription } from '@escola/contract/subscriptions.contract'
import { formatLongDate } from '@escola/contract/time'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { nameOfCard } from '../../ui/money/card-brand.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { MarkMonth } from './mark-month.tsx'
import classes from './plans.module.css'
import { subscriptionQueries, useKeepPlan, useSetPlanPix } from './subscriptions.queries.ts'

/** A code of Pix, the end of a payment by another card and the end of a plan may come at any moment; a charge takes its time. */
const askEvery = (view: PlanView) => (view === 'charging' ? minuteMs : isOverView(view) && 3000)

/** State of the monthly plan, and what to do about it. The prices of the page don't wait for it. */
export function PlanState() {
  const { data, error, refetch } = useQuery({
    ...subscriptionQueries.current(useSchool().id),
    refetchInterval: ({ state }) => askEvery(state.data?.subscription?.view ?? 'none'),
  })
  if (error)
    return (
      <Alert color="danger" variant="light" role="alert" title="Não foi possível ver o estado da assinatura">
        <Text size="sm" mb="xs">
          {textOf(error)}
        </Text>
        <Button variant="light" color="danger" onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </Alert>
    )
  const subscription = data?.subscription
  if (!subscription) return null
  const { view, pays_with, utc_grace_ends_on, pix } = subscription
  return (
    <Section
      title={`Assinatura do plano ${plans[subscription.plan_id].name}`}
      text={describe(subscription) + wishedByText(subscription.wished_by)}
    >
      {isUnpaidView(view) && utc_grace_ends_on && (
        <Alert color="danger" variant="light" title={graceTexts.title}>
          {graceTexts.rest(utc_grace_ends_on)} {waysToPay[pays_with === 'pix' && !pix ? 'waiting' : pays_with]}
        </Alert>
      )}
      <Group gap="xs" className={classes.actions}>
        {offersOf(subscription).map((act) => {
          const Offer = offers[act]
          return Offer && <Offer key={act} subscription={subscription} />
        })}
      </Group>
    </Section>
  )
}

const waysToPay = {
  card: 'Tente o cartão de novo ou escolha outro cartão: a cobrança é tentada na hora. Ou pague por Pix.',
  pix: 'Pague o código Pix que espera por você, ou pague com um cartão.',
  waiting: 'O código Pix aparece aqui em instantes. Se preferir, pague com um cartão.',
}

interface OfferProps {
  subscription: Subscription
}

const offers: Partial<Record<PlanAct, ComponentType<OfferProps>>> = {
  payNow: PayMonth,
  otherCard: OtherCard,
  toPix: ToPix,
  keep: KeepPlan,
  cancel: ToCancel,
  markPaid: MarkMonth,
}

/** Leads to the code that pays the next month, and to the checkout by card where that month has begun. */
function PayMonth({ subscription }: OfferProps) {
  const { pix, view } = subscription
  return (
    <>
      {pix && (
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/trocar-plano/$type" params={{ type: pix.item }} search={{ pagamento: pix.id }} />
          )}
        >
          Pagar o mês com Pix
        </Button>
      )}
      {isOverView(view) && <PayByCard subscription={subscription} />}
    </>
  )
}

/** Leads to the checkout by card of a month that no code has paid. */
export const PayByCard = ({ subscription: { next_plan_id } }: OfferProps) => (
  <Button
    variant="default"
    renderRoot={(props) => <Link {...props} to="/trocar-plano/$type" params={{ type: next_plan_id }} />}
  >
    Pagar com cartão
  </Button>
)

/** Leads to the cards, one of which takes the place of the present one at once, or of Pix from the next payment on. */
function OtherCard({ subscription: { view, pays_with, utc_next_payment_on } }: OfferProps) {
  return (
    <Button
      variant={isUnpaidView(view) ? 'filled' : 'default'}
      renderRoot={(props) => <Link {...props} to="/minha-conta" hash="cartoes" />}
    >
      {pays_with === 'card' ? 'Trocar o cartão' : `Pagar com cartão a partir de ${formatLongDate(utc_next_payment_on)}`}
    </Button>
  )
}

function ToCancel() {
  return (
    <Button
      variant="subtle"
      color="gray"
      renderRoot={(props) => <Link {...props} to="/trocar-plano/$type" params={{ type: 'onDemand' }} />}
    >
      {billingTitles.cancelPlan}
    </Button>
  )
}

/** Has the months to come paid with codes of Pix, in the place of a card. */
function ToPix({ subscription: { view, utc_next_payment_on } }: OfferProps) {
  const { mutateAsync: setPix } = useSetPlanPix()
  const { run, isPending } = useConfirmedChange()
  return (
    <BusyButton
      variant="default"
      busy={isPending}
      onClick={() => run({ change: () => setPix(), done: paymentMessages.planPixSet })}
    >
      {isOverView(view) ? 'Pagar por Pix' : `Pagar por Pix a partir de ${formatLongDate(utc_next_payment_on)}`}
    </BusyButton>
  )
}

/** Tells whether a month in a smaller plan is paid before the present one is over. */
export const isPaidAhead = (subscription: Subscription | null | undefined): boolean =>
  subscription != null && subscription.utc_next_payment_on !== subscription.utc_paid_until

export const paidMonthReturns = 'O valor do próximo mês, que já foi pago, é devolvido por Pix.'

/** Undoes a cancellation or a step down that waits for the end of the month. */
export function KeepPlan() {
  const { data } = useQuery(subscriptionQueries.current(useSchool().id))
  const { mutateAsync: keep } = useKeepPlan()
  const { run, isPending } = useConfirmedChange()
  const start = () => {
    const done = 'A escola continua no plano.'
    if (!isPaidAhead(data?.subscription)) return run({ change: () => keep(), done })
    const question = { title: 'Manter o plano atual?', text: paidMonthReturns, confirmLabel: 'Manter o plano' }
    run({ question, change: () => keep(), done: `${done} ${paidMonthReturns}` })
  }
  return (
    <BusyButton busy={isPending} onClick={start}>
      Manter meu plano
    </BusyButton>
  )
}

function describe(subscription: Subscription): string {
  const { view, plan_id, next_plan_id, pays_with, card, utc_paid_until, unpaid_plan_id } = subscription
  const paid = `Pago até ${formatLongDate(utc_paid_until)}.`
  if (view === 'over') return `O plano terminou, e a escola passa agora para o ${plans.onDemand.name}.`
  if (view === 'blocked') return `${paid} ${blockedPlanTexts.rule}`
  if (view === 'due') return `${paid} O próximo mês ainda não foi pago.`
  if (view === 'charging') return `${paid} O próximo mês está sendo cobrado: o resultado aparece aqui em até uma hora.`
  if (unpaid_plan_id)
    return `${paid} O mês que espera o pagamento é do plano ${plans[unpaid_plan_id].name}: ${planPrice(plans[unpaid_plan_id])}.`
  if (view !== 'renews')
    return `${paid} Depois a escola passa para o plano ${plans[next_plan_id].name}${isPaidAhead(subscription) ? ', e esse mês já está pago' : ''}.`
  const way = {
    pix: 'por Pix: o código chega 5 dias antes',
    card: card ? `no cartão ${nameOfCard(card)}` : '',
  }[pays_with]
  return `${paid} Renova por ${planPrice(plans[plan_id])}${way && `, ${way}`}.`
}
