import { type Finding, none } from './finding.ts'
import { passes } from './whole-tests.ts'

/** Plays random stories of subscriptions, whose classes are sold, moved, merged and deleted between their charges, against their model. */
export async function renewalsInStories(count: number): Promise<Finding[]> {
  const isKept = await passes(['renewal-stories'], { PROPERTY_RUNS: String(count) })
  return [none(`stories of renewals that are not what the model says, of ${count}`, isKept ? [] : ['see above'])]
}
