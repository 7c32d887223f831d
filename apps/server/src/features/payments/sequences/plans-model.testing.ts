import { hourMs } from '@escola/contract/durations'
import { type PlanId, plans } from '@escola/contract/prices'

/** Plan that a school has from a moment until another. */
export interface HeldPlan {
  planId: PlanId
  from: number
  until: number
}

/**
 * Computes the cents that plans cost for the time for which a school has them, oldest first. Months are counted from the day on which it left On Demand,
 * and a part of one costs its part of the price.
 */
export function dueOf(held: HeldPlan[]): number {
  let cents = 0
  let begin: number | undefined
  for (const { planId, from, until } of held) {
    begin = plans[planId].eachMonth === 0 ? undefined : (begin ?? from)
    if (begin !== undefined) cents += plans[planId].eachMonth * (monthsSince(begin, until) - monthsSince(begin, from))
  }
  return cents
}

function monthsSince(begin: number, moment: number): number {
  let months = 0
  while (addMonths(begin, months + 1) <= moment) months++
  const start = addMonths(begin, months)
  return months + (moment - start) / (addMonths(begin, months + 1) - start)
}

const behindMs = 3 * hourMs

/** A month of São Paulo that has no such day ends on its last. */
function addMonths(begin: number, months: number): number {
  const moment = new Date(begin - behindMs)
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months + 1, 0)).getUTCDate()
  return moment.setUTCMonth(moment.getUTCMonth() + months, Math.min(moment.getUTCDate(), lastDay)) + behindMs
}
