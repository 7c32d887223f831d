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

/** Tells whether a bank may be paying the next month by a mandate, which takes it days. */
export const isUnderWay = (
  { pays_with, utc_paid_until, utc_grace_ends_on }: Paying & { utc_grace_ends_on: Date | null },
  now: Date,
): boolean => pays_with === 'pix_auto' && utc_paid_until <= now && utc_grace_ends_on === null

/** Lets a card pay from a moment on, in the place of Pix. */
export const toCard = ({ moves }: { moves: number }, { cardId, from }: { cardId: string; from: Date }) => ({
  pays_with: 'card',
  method_id: cardId,
  utc_card_from: from,
  moves: moves + 1,
})

export const isGreater = (planId: PlanId, than: PlanId): boolean => planIds.indexOf(planId) > planIds.indexOf(than)

/** Moves a moment by months to that day and time, or to the last day of a month that is shorter. */
export function addMonth(from: Date, months = 1): Date {
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(from.getUTCMonth() + months)
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved
}

/** Sums of an exchange of plans for the rest of what was paid, in whole cents: days of this month, and a next one whose code was paid early. */
export function prorate(
  { from, to }: { from: PaidPlanId; to: PaidPlanId },
  { now, paidUntil }: { now: Date; paidUntil: Date },
): { credit: number; now: number } {
  const month = paidUntil.getTime() - addMonth(paidUntil, -1).getTime()
  const left = Math.max(paidUntil.getTime() - now.getTime(), 0)
  const shareOf = (planId: PaidPlanId) => Math.round((plans[planId].eachMonth * left) / month)
  return { credit: shareOf(from), now: shareOf(to) - shareOf(from) }
}

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
