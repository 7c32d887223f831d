import { dayMs } from '@escola/contract/durations'
import { paymentLimits } from '@escola/contract/payments.contract'

/** Days of the grace at whose beginning the administrators are reminded. */
const reminderDays = [1, 4, 6]

export const graceOf = (from: Date): Date => new Date(from.getTime() + paymentLimits.graceDays * dayMs)

/** Finds when a grace began. */
export const graceStart = (graceEndsOn: Date): Date => new Date(graceEndsOn.getTime() - paymentLimits.graceDays * dayMs)

/** Number of reminders that are to be written by a moment of the grace. */
export const remindersDue = (graceEndsOn: Date, now: Date): number =>
  reminderDays.filter((day) => reminderOn(graceEndsOn, day) <= now).length

const reminderOn = (graceEndsOn: Date, day: number) => new Date(graceStart(graceEndsOn).getTime() + (day - 1) * dayMs)

/** Finds the next moment of a grace at which something is due. */
export const nextInGrace = (graceEndsOn: Date, reminders: number): Date => {
  const day = reminderDays[reminders]
  return day === undefined ? graceEndsOn : reminderOn(graceEndsOn, day)
}
