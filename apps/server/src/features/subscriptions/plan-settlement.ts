import type { PaidPlanId } from '@escola/contract/prices'
import type { PaymentRow } from '../payments/payment-rows.service.ts'
import { addMonth, nextMonthEnd } from './month-ends.ts'
import { isGreater, isOverdueByPix, toCard } from './subscription-states.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

/** Month of the provider's subscription that an invoice is of. */
export interface Period {
  subscriptionId: string
  itemId: string
  end: Date
  isFirst: boolean
}

type Paid = Pick<
  PaymentRow,
  'id' | 'purpose' | 'item' | 'way' | 'method' | 'utc_until' | 'utc_created_on' | 'utc_paid_on'
>

/** Facts beside the subscription and its payment. */
export interface Facts {
  now: Date
  /** Day of the month on which the present months began. */
  firstDay: number | undefined
  /** Card of the school that has paid. */
  cardId: string | undefined
}

type First = Pick<
  SubscriptionRow,
  'plan_id' | 'pays_with' | 'stripe_id' | 'item_id' | 'method_id' | 'utc_paid_until' | 'next_plan_id'
>
/** Outcome of a payment of a plan. */
export interface Settlement {
  /** Plan that the school has then; undefined when the payment is for nothing that the school still wants, and goes back. */
  plan: PaidPlanId | undefined
  begins?: First
  changes?: Partial<SubscriptionRow>
}
const unwanted: Settlement = { plan: undefined }

const settled = { invoice_id: null, invoice_plan_id: null, utc_grace_ends_on: null, reminders: 0, tries: 0 }

type Wished = Pick<SubscriptionRow, 'next_plan_id' | 'wished_by'>
/** Clears the name of the administrator who chose a plan once a month of it has begun. */
const wishAfter = (plan: PaidPlanId, { next_plan_id, wished_by }: Wished) => ({
  wished_by: plan === next_plan_id ? null : wished_by,
})

/** Changes by a month that the provider has counted. */
export const monthOfProvider = (plan: PaidPlanId, end: Date, row: Wished) => ({
  ...settled,
  ...wishAfter(plan, row),
  plan_id: plan,
  utc_paid_until: end,
  utc_card_from: null,
  payment_id: null,
})

/** Says what a payment gives: a first month, the next one, or the rest of the month in a greater plan. */
export function decidePlan(
  row: SubscriptionRow | undefined,
  payment: Paid,
  period: Period | undefined,
  facts: Facts,
): Settlement {
  const plan = payment.item as PaidPlanId
  if (!row) return decideFirst(payment, period, facts)
  if (period) {
    // The last invoice of a subscription that the school has left may have been paid in that moment.
    const isLast = row.left_stripe_id === period.subscriptionId && period.end > row.utc_paid_until
    if (row.stripe_id !== period.subscriptionId && !isLast) return unwanted
    return { plan, changes: monthOfProvider(plan, period.end, row) }
  }
  if (payment.id === row.payment_id) return decideAsked(payment, row, facts)
  if (isOverdueMonth(payment, row, facts.now))
    return facts.cardId ? decideByCard(row, plan, facts.cardId, facts) : unwanted
  if (!isUpgrade(payment, row, facts)) return unwanted
  return { plan, changes: { plan_id: plan, next_plan_id: plan, wished_by: null } }
}

/** Gives the month that a code or the card was asked for, unless the school wants another one by now, or none. */
function decideAsked(payment: Paid, row: SubscriptionRow, facts: Facts): Settlement {
  const plan = payment.item as PaidPlanId
  const { pays_with, next_plan_id, invoice_plan_id } = row
  const isCard = payment.purpose === 'renewal'
  const isAsked = isCard
    ? pays_with === 'card' && plan === invoice_plan_id && next_plan_id !== 'onDemand'
    : pays_with === 'pix' && plan === next_plan_id
  if (!isAsked) return { ...unwanted, changes: { payment_id: null } }
  if (!isCard) return decideMonth(row, plan, facts)
  // The card that has paid pays the next months too.
  return { plan, changes: { ...monthOf(row, plan, facts), ...(facts.cardId && { method_id: facts.cardId }) } }
}

function decideFirst(payment: Paid, period: Period | undefined, { cardId }: Facts): Settlement {
  if (period ? !period.isFirst : payment.purpose !== 'first_month') return unwanted
  const plan = payment.item as PaidPlanId
  const until = period?.end ?? addMonth(payment.utc_paid_on!)
  const begins: First = {
    plan_id: plan,
    ...(period ? chargedBy(payment, period) : { pays_with: cardId ? 'card' : 'pix', stripe_id: null, item_id: null }),
    method_id: cardId ?? null,
    utc_paid_until: until,
    next_plan_id: plan,
  }
  return { plan, begins }
}

const chargedBy = ({ way }: Paid, { subscriptionId, itemId }: Period) => ({
  pays_with: way,
  stripe_id: subscriptionId,
  item_id: itemId,
})

/** Finds the end of the month after the paid ones. */
export const nextEnd = ({ utc_paid_until }: SubscriptionRow, { firstDay }: Pick<Facts, 'firstDay'>): Date =>
  nextMonthEnd(utc_paid_until, firstDay)

/** Gives the month of a code that was paid. One in another plan waits until the present one is over. */
export function decideMonth(
  row: SubscriptionRow,
  plan: PaidPlanId,
  facts: Pick<Facts, 'now' | 'firstDay'>,
): Settlement {
  if (plan !== row.plan_id && row.utc_paid_until > facts.now) return { plan: row.plan_id }
  return { plan, changes: monthOf(row, plan, facts) }
}

const monthOf = (row: SubscriptionRow, plan: PaidPlanId, facts: Pick<Facts, 'firstDay'>) => ({
  ...settled,
  ...wishAfter(plan, row),
  plan_id: plan,
  payment_id: null,
  utc_paid_until: nextEnd(row, facts),
})

/** Tells whether a card pays a month whose Pix code was not paid in time. */
const isOverdueMonth = ({ purpose, item }: Paid, row: SubscriptionRow, now: Date): boolean =>
  purpose === 'overdue_month' && item === row.next_plan_id && isOverdueByPix(row, now)

/** The card that paid an overdue month pays the next ones too. The code stays until it is given up at the provider. */
function decideByCard(row: SubscriptionRow, plan: PaidPlanId, cardId: string, facts: Facts): Settlement {
  const until = nextEnd(row, facts)
  return {
    plan,
    changes: {
      ...settled,
      ...wishAfter(plan, row),
      ...toCard(row, cardId),
      plan_id: plan,
      utc_paid_until: until,
    },
  }
}

/** Tells whether a payment is for the time that is paid, in a greater plan. The month after that time is charged as one of the smaller plan already. */
function isUpgrade(payment: Paid, row: SubscriptionRow, facts: Facts): boolean {
  if (payment.purpose !== 'upgrade' || !isGreater(payment.item as PaidPlanId, row.plan_id)) return false
  return !row.utc_grace_ends_on && row.utc_paid_until > facts.now && isOfPresentTime(payment, row, facts)
}

/** Without a note of an earlier release, what was asked for within the last month that is paid is for all of them. */
const isOfPresentTime = ({ utc_until, utc_created_on }: Paid, { utc_paid_until }: SubscriptionRow, facts: Facts) =>
  utc_until
    ? utc_until.getTime() === utc_paid_until.getTime()
    : utc_created_on >= addMonth(utc_paid_until, -1, facts.firstDay)
