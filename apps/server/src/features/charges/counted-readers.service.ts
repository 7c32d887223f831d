import { dayMs } from '@escola/contract/durations'
import { monthOf } from '@escola/contract/time'
import { AsyncCache } from '../../core/async-cache.ts'
import type { Attended } from '../../core/scope.ts'
import { type ChargeTools, countFormerAdministrator, countReader } from './student-charges.service.ts'

/**
 * Users who have opened a lesson this month, as far as this process knows: a student who came to the school by themselves counts from the first lesson of a
 * month, and the lessons after it ask nothing.
 */
export class CountedReaders {
  readonly #known = new AsyncCache<void>(dayMs)

  async record(school: Attended, tools: ChargeTools): Promise<void> {
    if (!tools.billing.isOn || school.isPlatformView) return
    const now = tools.now()
    const { userId } = school.actor
    await this.#known.fetch(`${school.id} ${monthOf(now)} ${userId}`, now.getTime(), () =>
      // A member of the team may look at courses that they don't study.
      school.tx((db) => (school.isTeam ? countFormerAdministrator : countReader)(db, userId, tools)),
    )
  }
}
