import { cardConsent } from '@escola/contract/card-consent'
import { isEndingView, isOverView } from '@escola/contract/plan-rules'
import { plans } from '@escola/contract/prices'
import type { Subscription } from '@escola/contract/subscriptions.contract'
import { formatLongDate } from '@escola/contract/time'
import { useQuery } from '@tanstack/react-query'
import { CardList, type PlanOfCards } from '../features/payments/card-list.tsx'
import { PayByCard } from '../features/subscriptions/plan-state.tsx'
import { subscriptionQueries, useSetPlanCard } from '../features/subscriptions/subscriptions.queries.ts'
import { useSchool } from '../session/context.ts'

/** Cards of the school, and the one that pays its plan. */
export function AccountCards() {
  const subscription = useQuery(subscriptionQueries.current(useSchool().id)).data?.subscription
  const { mutateAsync: setCard } = useSetPlanCard()
  return (
    <div id="cartoes">
      <CardList plan={subscription ? planOf(subscription, (id) => setCard({ id })) : undefined} />
    </div>
  )
}

/**
 * Says how a card comes to pay the plan: at once in a card's grace, later in the place of Pix, by the checkout where a code waits in vain, and not at all once
 * the plan ends.
 */
function planOf(subscription: Subscription, choose: (cardId: string) => Promise<unknown>): PlanOfCards {
  const { view, card, next_plan_id, pays_with, unpaid_plan_id, utc_next_payment_on, utc_paid_until } = subscription
  const plan = { cardId: card?.dbId, text: '', open: null, choose }
  if (isEndingView(view)) {
    const text = `O plano acaba em ${formatLongDate(utc_paid_until)}, e nenhum cartão será mais cobrado por ele.`
    return { ...plan, cardId: undefined, text, choose: null }
  }
  const consent =
    next_plan_id === 'onDemand' ? '' : `“Usar no plano” diz: ${cardConsent.text(plans[next_plan_id].eachMonth)}.`
  if (pays_with === 'card') return { ...plan, text: consent, open: unpaid_plan_id && plans[unpaid_plan_id].eachMonth }
  if (isOverView(view))
    return {
      ...plan,
      text: 'O mês do plano ainda não foi pago.',
      link: <PayByCard subscription={subscription} />,
      choose: null,
    }
  const text = `“Usar no plano” faz um cartão pagar o plano, no lugar do Pix, a partir de ${formatLongDate(utc_next_payment_on)}, sem cobrança agora.`
  return { ...plan, text: `${text} ${consent}` }
}
