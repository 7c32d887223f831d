import { type PaidPlanId, plans } from '@escola/contract/prices'
import { addMonth } from './month-ends.ts'

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
