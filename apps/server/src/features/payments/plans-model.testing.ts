import { type PlanId, plans } from '@escola/contract/prices'

/** Plan that a school has from a moment until another. */
export interface HeldPlan {
  planId: PlanId
  from: number
  until: number
}

/** Computes the cents that plans cost for the time for which a school has them, each day by its month. */
export const dueOf = (held: HeldPlan[]): number =>
  held.reduce((sum, { planId, from, until }) => sum + plans[planId].eachMonth * monthsBetween(from, until), 0)

function monthsBetween(from: number, until: number): number {
  let months = 0
  for (let moment = from; moment < until; ) {
    const day = new Date(moment)
    const begin = Date.UTC(day.getUTCFullYear(), day.getUTCMonth())
    const end = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1)
    const next = Math.min(end, until)
    months += (next - moment) / (end - begin)
    moment = next
  }
  return months
}
