import { type PaidPlanId, type PlanId, planIds } from '@escola/contract/prices'

interface Paying {
  pays_with: string
  stripe_id: string | null
  utc_paid_until: Date
}

/** Tells whether a month that nothing but a code can pay is over and not paid. */
export const isOverdueByPix = ({ pays_with, utc_paid_until }: Paying, now: Date): boolean =>
  pays_with === 'pix' && utc_paid_until <= now

/** Tells whether the paid month is over without a subscription at the provider that charges the next one. */
export const isUnpaid = ({ pays_with, stripe_id, utc_paid_until }: Paying, now: Date): boolean =>
  (pays_with === 'pix' || stripe_id === null) && utc_paid_until <= now

/** Tells whether the provider charges the months by itself. */
export const isCharged = ({ pays_with, stripe_id }: Pick<Paying, 'pays_with' | 'stripe_id'>): boolean =>
  pays_with !== 'pix' && stripe_id !== null

/** Tells whether the provider is charging the month after the one that is over, which takes it about an hour. */
export const isRenewing = (row: Paying & { utc_grace_ends_on: Date | null }, now: Date): boolean =>
  isCharged(row) && row.utc_paid_until <= now && row.utc_grace_ends_on === null

interface Invoiced {
  pays_with: string
  invoice_id: string | null
}

/** Tells whether an open invoice charges the month that is not paid. One that a mandate left behind charges nothing: a code pays that month. */
export const isInvoiced = ({ pays_with, invoice_id }: Invoiced): boolean => invoice_id !== null && pays_with !== 'pix'

interface Planned extends Invoiced {
  plan_id: PaidPlanId
  next_plan_id: PlanId
  invoice_plan_id: PaidPlanId | null
}

/** Plan of the month that is not paid: the one of its invoice, or else the one that a code pays. */
export const unpaidPlan = (row: Planned): PaidPlanId => {
  const { plan_id, next_plan_id, invoice_plan_id } = row
  return (isInvoiced(row) ? invoice_plan_id : null) ?? (next_plan_id === 'onDemand' ? plan_id : next_plan_id)
}

/** Tells whether a bank may be paying the next month by a mandate, which takes it days. */
export const isUnderWay = (
  { pays_with, utc_paid_until, utc_grace_ends_on }: Paying & { utc_grace_ends_on: Date | null },
  now: Date,
): boolean => pays_with === 'pix_auto' && utc_paid_until <= now && utc_grace_ends_on === null

/** Has the months to come paid with codes. */
export const payByPix = { pays_with: 'pix', method_id: null, invoice_id: null, invoice_plan_id: null } as const

/** Lets a card pay from a moment on, in the place of Pix. */
export const toCard = ({ moves }: { moves: number }, { cardId, from }: { cardId: string; from: Date }) => ({
  pays_with: 'card' as const,
  method_id: cardId,
  utc_card_from: from,
  moves: moves + 1,
})

export const isGreater = (planId: PlanId, than: PlanId): boolean => planIds.indexOf(planId) > planIds.indexOf(than)
