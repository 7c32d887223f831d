import { billingTitles, graceTexts, planPrice, wishedByText } from '@escola/contract/billing-texts'
import { paymentMessages } from '@escola/contract/payments.contract'
import { plans } from '@escola/contract/prices'
import type { Subscription } from '@escola/contract/subscriptions.contract'
import { formatLongDate } from '@escola/contract/time'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { nameOfCard } from '../../ui/money/card-brand.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import classes from './plans.module.css'
import { subscriptionQueries, useKeepPlan, useSetPlanPix } from './subscriptions.queries.ts'

const askEveryMs = 3000

/** State of the monthly plan, and what to do about it. The prices of the page don't wait for it. */
export function PlanState() {
  const { data, error, refetch } = useQuery({
    ...subscriptionQueries.current(useSchool().id),
    // A code of Pix, or the end of a payment by another card, may come at any moment of a grace.
    refetchInterval: ({ state }) => state.data?.subscription?.utc_grace_ends_on != null && askEveryMs,
  })
  if (error)
    return (
      <Alert color="red" variant="light" role="alert" title="Não foi possível ver o estado da assinatura">
        <Text size="sm" mb="xs">
          {textOf(error)}
        </Text>
        <Button variant="light" color="red" onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </Alert>
    )
  const subscription = data?.subscription
  if (!subscription) return null
  const { next_plan_id, pays_with, utc_grace_ends_on, pix } = subscription
  return (
    <Section
      title={`Assinatura do plano ${plans[subscription.plan_id].name}`}
      text={describe(subscription) + wishedByText(subscription.wished_by)}
    >
      {utc_grace_ends_on && (
        <Alert color="red" variant="light" title={graceTexts.title}>
          {graceTexts.rest(utc_grace_ends_on)}{' '}
          {pays_with === 'card'
            ? 'Tente o cartão de novo ou escolha outro cartão: a cobrança é tentada na hora. Ou pague por Pix.'
            : pays_with === 'pix_auto'
              ? 'O seu banco não pagou o Pix Automático: pague por Pix.'
              : pix
                ? 'Pague o código Pix que espera por você, ou pague com um cartão.'
                : 'O código Pix aparece aqui em instantes. Se preferir, pague com um cartão.'}
        </Alert>
      )}
      <Group gap="xs" className={classes.actions}>
        {pix && (
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/trocar-plano/$type" params={{ type: pix.item }} search={{ pagamento: pix.id }} />
            )}
          >
            Pagar o mês com Pix
          </Button>
        )}
        {next_plan_id !== 'onDemand' && (pays_with === 'pix' || (pays_with === 'pix_auto' && !utc_grace_ends_on)) && (
          <ToCard subscription={subscription} />
        )}
        {pays_with === 'card' && next_plan_id !== 'onDemand' && (
          <Button
            variant={utc_grace_ends_on ? 'filled' : 'default'}
            renderRoot={(props) => <Link {...props} to="/minha-conta" hash="cartoes" />}
          >
            Trocar o cartão
          </Button>
        )}
        {next_plan_id !== 'onDemand' && pays_with !== 'pix' && !subscription.is_renewing && (
          <ToPix subscription={subscription} />
        )}
        {mayKeep(subscription) && <KeepPlan />}
        {!mayKeep(subscription) && next_plan_id !== 'onDemand' && (
          <Button
            variant="subtle"
            color="gray"
            renderRoot={(props) => <Link {...props} to="/trocar-plano/$type" params={{ type: 'onDemand' }} />}
          >
            {billingTitles.cancelPlan}
          </Button>
        )}
      </Group>
    </Section>
  )
}

/** Tells whether a change that waits can be undone: a renewal that a card is still to pay is of its own plan, whatever the school wants. */
export const mayKeep = ({ plan_id, next_plan_id, pays_with, unpaid_plan_id, is_renewing }: Subscription): boolean =>
  next_plan_id !== plan_id &&
  !is_renewing &&
  (pays_with === 'pix' || unpaid_plan_id === null || unpaid_plan_id === plan_id)

/** Leads to the cards, one of which takes the place of Pix: from the next payment on, or at once where a month is overdue. */
export function ToCard({ subscription }: { subscription: Subscription }) {
  const { next_plan_id, utc_grace_ends_on, utc_next_payment_on } = subscription
  return utc_grace_ends_on ? (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/trocar-plano/$type" params={{ type: next_plan_id }} />}
    >
      Pagar com cartão
    </Button>
  ) : (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/minha-conta" hash="cartoes" />}>
      Pagar com cartão a partir de {formatLongDate(utc_next_payment_on)}
    </Button>
  )
}

const mandateQuestion = {
  title: 'Encerrar o Pix Automático?',
  text: 'Os meses seguintes são pagos com códigos Pix, ou com um cartão. O Pix Automático só volta a ser oferecido no primeiro mês de um plano novo.',
  confirmLabel: 'Encerrar',
}

/** Has the months to come paid with codes of Pix, in the place of a card or a mandate. */
function ToPix({
  subscription: { pays_with, utc_grace_ends_on, utc_next_payment_on },
}: {
  subscription: Subscription
}) {
  const { mutateAsync: setPix } = useSetPlanPix()
  const { run, isPending } = useConfirmedChange()
  return (
    <BusyButton
      variant="default"
      busy={isPending}
      onClick={() =>
        run({
          ...(pays_with === 'pix_auto' && { question: mandateQuestion }),
          change: () => setPix(),
          done: paymentMessages.planPixSet,
        })
      }
    >
      {utc_grace_ends_on
        ? 'Pagar por Pix'
        : pays_with === 'pix_auto'
          ? 'Encerrar o Pix Automático'
          : `Pagar por Pix a partir de ${formatLongDate(utc_next_payment_on)}`}
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

function describe(subscription: Subscription) {
  const { plan_id, next_plan_id, pays_with, card, utc_paid_until, unpaid_plan_id } = subscription
  const until = formatLongDate(utc_paid_until)
  if (unpaid_plan_id)
    return `Pago até ${until}. O mês que espera o pagamento é do plano ${plans[unpaid_plan_id].name}: ${planPrice(plans[unpaid_plan_id])}.`
  if (next_plan_id !== plan_id)
    return `Pago até ${until}. Depois a escola passa para o plano ${plans[next_plan_id].name}${isPaidAhead(subscription) ? ', e esse mês já está pago' : ''}.`
  const way = {
    pix: 'por Pix: o código chega 5 dias antes',
    pix_auto: 'por Pix Automático: o seu banco paga sem código, até 7 dias depois',
    card: card ? `no cartão ${nameOfCard(card)}` : '',
  }[pays_with]
  return `Pago até ${until}. Renova por ${planPrice(plans[plan_id])}${way && `, ${way}`}.`
}
