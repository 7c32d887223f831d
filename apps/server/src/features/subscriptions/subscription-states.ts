import type { PayWay } from '@escola/contract/payments.contract'
import { type PaidPlanId, type PlanId, planIds } from '@escola/contract/prices'

interface Paying {
  pays_with: string
  stripe_id: string | null
  utc_card_from: Date | null
  utc_paid_until: Date
  utc_grace_ends_on: Date | null
}

interface Leaving {
  left_stripe_id: string | null
  utc_charges_from: Date | null
}
type Charged = Pick<Paying, 'pays_with' | 'stripe_id' | 'utc_card_from'>

/** Way in which the months are paid. A plan that a bank still pays by a mandate of an earlier release is about to be paid with codes. */
export const wayOf = ({ pays_with }: Pick<Paying, 'pays_with'>): PayWay => (pays_with === 'card' ? 'card' : 'pix')

/** Tells whether a month that nothing but a code can pay is over and not paid. */
export const isOverdueByPix = (
  { pays_with, utc_paid_until }: Pick<Paying, 'pays_with' | 'utc_paid_until'>,
  now: Date,
): boolean => pays_with === 'pix' && utc_paid_until <= now

/** Tells whether we charge the months to a card. A plan that an earlier release began at the provider is left there first. */
export const isCharged = (row: Charged): boolean => row.pays_with === 'card' && !isAtProvider(row)

/** Tells whether a subscription of an earlier release charges the months, is to, or was not ended yet where codes pay them. */
export const isAtProvider = ({ stripe_id, utc_card_from }: Omit<Charged, 'pays_with'>): boolean =>
  stripe_id !== null || utc_card_from !== null

/** Tells whether a plan leaves the provider: nothing is charged before that is done. */
export const isLeaving = ({ left_stripe_id, utc_charges_from }: Leaving): boolean =>
  left_stripe_id !== null && utc_charges_from === null

/** Tells whether the paid month is over and the card is about to be charged for the next one, with no refusal yet. */
export const isRenewing = (row: Paying, now: Date): boolean =>
  row.pays_with !== 'pix' && row.utc_paid_until <= now && row.utc_grace_ends_on === null

/** Tells whether the paid month is over, and the next one is not about to be charged. */
export const isUnpaid = (row: Paying, now: Date): boolean => row.utc_paid_until <= now && !isRenewing(row, now)

interface Invoiced {
  pays_with: string
  invoice_plan_id: PaidPlanId | null
}

/** Tells whether a card has been tried for the month that is not paid, which stays one of that plan. A code asks for the plan that is wished. */
export const isInvoiced = ({ pays_with, invoice_plan_id }: Invoiced): boolean =>
  invoice_plan_id !== null && pays_with !== 'pix'

interface Planned extends Invoiced {
  plan_id: PaidPlanId
  next_plan_id: PlanId
  invoice_plan_id: PaidPlanId | null
}

/** Plan of the month that is not paid: the plan of its invoice, or else the plan that a code pays. */
export const unpaidPlan = (row: Planned): PaidPlanId => {
  const { plan_id, next_plan_id, invoice_plan_id } = row
  return (isInvoiced(row) ? invoice_plan_id : null) ?? (next_plan_id === 'onDemand' ? plan_id : next_plan_id)
}

/** Has the months to come paid with codes. */
export const payByPix = {
  pays_with: 'pix',
  method_id: null,
  invoice_id: null,
  invoice_plan_id: null,
  tries: 0,
} as const

/** Says that no subscription of an earlier release charges the plan, or is to. */
export const notAtProvider = { stripe_id: null, item_id: null, utc_card_from: null } as const

/** Has a card pay the months to come, in the place of Pix. */
export const toCard = ({ moves }: { moves: number }, cardId: string) => ({
  pays_with: 'card' as const,
  method_id: cardId,
  moves: moves + 1,
  tries: 0,
})

export const isGreater = (planId: PlanId, than: PlanId): boolean => planIds.indexOf(planId) > planIds.indexOf(than)
