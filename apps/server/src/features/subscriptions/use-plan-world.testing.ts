import { beforeAll, beforeEach } from 'vitest'
import { type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

export type School = PlanWorld['w']['northside']

export const rowOf = async (school: School): Promise<SubscriptionRow> => (await school.tx(findSubscription))!

/** World of a file's tests, each of which begins with the clocks together. Tests alone may read it. */
export function usePlanWorld(): PlanWorld {
  const p = {} as PlanWorld
  beforeAll(async () => {
    Object.assign(p, await planWorld())
  })
  beforeEach(() => p.beginAnew())
  return p
}
