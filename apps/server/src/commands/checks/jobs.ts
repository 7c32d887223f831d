import { dayMs, hourMs } from '@escola/contract/durations'
import type { Check } from './check.ts'
import { countGivenUp, countLateEntries, countOverdue, type JobCount } from './checks.queries.ts'

const describe = (what: string) => (found: JobCount) =>
  `${found.jobs} × ${found.name} ${what}${found.lastError ? `: ${found.lastError}` : ''}`
const sumOf = (counts: JobCount[]) => counts.reduce((sum, { jobs }) => sum + jobs, 0)

/** Looks for jobs that were given up within a day, and for those that should have been done an hour ago. */
export const jobs: Check = {
  name: 'jobs',
  look: async ({ database, isStopped, now }) => {
    const lateBefore = new Date(now().getTime() - hourMs)
    const [givenUp, overdue, late] = await database.withPlatform(async (db) => [
      await countGivenUp(db, new Date(now().getTime() - dayMs)),
      isStopped ? [] : await countOverdue(db, lateBefore),
      isStopped ? [] : await countLateEntries(db, lateBefore),
    ])
    return {
      summary: `${sumOf(givenUp)} given up in 24 hours, ${sumOf(overdue) + sumOf(late)} overdue`,
      faults: [
        ...givenUp.map(describe('given up in 24 hours')),
        ...overdue.map(describe('overdue for more than an hour')),
        ...late.map(describe('planned for more than an hour ago and not begun')),
      ],
    }
  },
}
