import { hourMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { fileOwners } from '../../file-owners.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { neverStops } from '../../testing/jobs.ts'
import { fileHandlers } from './files.jobs.ts'

/** Does what waits for its day: the deletions of bytes that may run by that moment. */
export async function deleteBytesDueBy(school: School, moment: Date, tools: Tools): Promise<void> {
  const due = await school.tx((db) =>
    db
      .updateTable('outbox')
      .set({ utc_done_on: moment })
      .where('name', '=', jobs.deleteBytes.name)
      .where('utc_done_on', 'is', null)
      .where('utc_run_on', '<=', moment)
      .returning('payload')
      .execute(),
  )
  const { run } = fileHandlers(fileOwners).find(({ job }) => job.name === jobs.deleteBytes.name)!
  // Each runs twice, as a job may.
  for (const { payload } of [...due, ...due]) await run(school, payload, tools, neverStops)
}

export const hoursLater = (hours: number) => new Date(Date.now() + hours * hourMs)
