import { paymentLimits } from '@escola/contract/payments.contract'
import { type PaidPlanId, type PlanId, planIds, plans } from '@escola/contract/prices'

const dayMs = 86_400_000

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

/** Sums of an exchange of plans for the rest of a month that was paid, in whole cents. */
export function prorate(
  { from, to }: { from: PaidPlanId; to: PaidPlanId },
  { now, paidUntil }: { now: Date; paidUntil: Date },
): { credit: number; now: number } {
  const month = paidUntil.getTime() - addMonth(paidUntil, -1).getTime()
  const left = Math.min(Math.max(paidUntil.getTime() - now.getTime(), 0), month)
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
