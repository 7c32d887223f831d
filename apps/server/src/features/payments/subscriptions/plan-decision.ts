import { paymentLimits } from '@escola/contract/payments.contract'
import { type PaidPlanId, type PlanId, planIds, plans } from '@escola/contract/prices'

const dayMs = 86_400_000

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

/** Time by which clocks in São Paulo are behind UTC. The months that we count are of its days, as the screens show them; the provider counts in UTC. */
const behindMs = 3 * 3_600_000
const toLocal = (moment: Date) => new Date(moment.getTime() - behindMs)

/** Day of the month in São Paulo. */
export const dayOfMonth = (moment: Date): number => toLocal(moment).getUTCDate()

/**
 * Moves a moment by months to that day and time, or to the last day of a month that is shorter.
 * @param firstDay day of the month on which the months began: after a shorter month they end on it again
 */
export function addMonth(from: Date, months = 1, firstDay = 0): Date {
  const day = dayOfMonth(from)
  return moveTo(from, months, day === lastDay(toLocal(from), 0) ? Math.max(day, firstDay) : day)
}

const lastDay = (local: Date, months: number) =>
  new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months + 1, 0)).getUTCDate()

function moveTo(from: Date, months: number, day: number): Date {
  const local = toLocal(from)
  const moved = new Date(local)
  moved.setUTCDate(1)
  moved.setUTCMonth(local.getUTCMonth() + months)
  moved.setUTCDate(Math.min(day, lastDay(local, months)))
  return new Date(moved.getTime() + behindMs)
}

/**
 * Earliest day on which a month may end that began on the 29th, 30th or 31st: in the evening of 27 February in São Paulo it is the 28th in UTC, by
 * which the provider counts.
 */
const shortestEnd = 27

/** Finds the end of a month that we count. It is the first day again, also after months that the provider went on to count from the end of a short one. */
export function nextMonthEnd(from: Date, firstDay = 0): Date {
  const day = dayOfMonth(from)
  return moveTo(from, 1, Math.min(day, firstDay) >= shortestEnd ? firstDay : day)
}

/** Time of a plan that is paid. */
interface PaidTime {
  now: Date
  paidUntil: Date
  firstDay?: number | undefined
}

/** Months that are paid and not over, in parts; more than one after a renewal that was paid before its day. */
function monthsLeft({ now, paidUntil, firstDay }: PaidTime): number {
  const end = paidUntil.getTime()
  if (end <= now.getTime()) return 0
  const start = addMonth(paidUntil, -1, firstDay)
  if (start > now) return 1 + monthsLeft({ now, paidUntil: start, firstDay })
  return (end - now.getTime()) / (end - start.getTime())
}

interface Exchange {
  from: PaidPlanId
  to: PaidPlanId
}

/** Sums of an exchange of plans for the time that is paid, in whole cents. */
export function prorate({ from, to }: Exchange, time: PaidTime): { credit: number; now: number } {
  const left = monthsLeft(time)
  const shareOf = (planId: PaidPlanId) => Math.round(plans[planId].eachMonth * left)
  return { credit: shareOf(from), now: shareOf(to) - shareOf(from) }
}

/** Least sum that the provider takes, in cents. */
export const leastCents = 50

/**
 * Finds the cents that a quote asks of a payer who was shown an earlier one. Price and credit are rounded each by itself, so a later quote may be a cent
 * more: the payer pays what they saw.
 */
export const agreedCents = ({ credit, now }: { credit: number; now: number }, shown: number | undefined): number =>
  credit > 0 && shown === now - 1 ? Math.max(shown, leastCents) : now

/** Days of the grace at whose beginning the administrators are reminded. */
const reminderDays = [1, 4, 6]

export const graceOf = (from: Date): Date => new Date(from.getTime() + paymentLimits.graceDays * dayMs)

/** Number of reminders that are to be written by a moment of the grace. */
export const remindersDue = (graceEndsOn: Date, now: Date): number =>
  reminderDays.filter((day) => reminderOn(graceEndsOn, day) <= now).length

const reminderOn = (graceEndsOn: Date, day: number) =>
  new Date(graceEndsOn.getTime() - (paymentLimits.graceDays - (day - 1)) * dayMs)

/** Finds the next moment of a grace at which something is due. */
export const nextInGrace = (graceEndsOn: Date, reminders: number): Date => {
  const day = reminderDays[reminders]
  return day === undefined ? graceEndsOn : reminderOn(graceEndsOn, day)
}
