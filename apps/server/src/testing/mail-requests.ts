import { sessionHandlers } from '../features/sessions/sessions.jobs.ts'
import { platformId } from '../jobs/job-definition.ts'
import { markJobDone } from '../jobs/outbox.queries.ts'
import type { World } from './world.ts'

/** The platform's jobs that wait in the outbox, oldest first. */
export const pendingPlatformJobs = ({ database }: Pick<World, 'database'>) =>
  database.withPlatform((db) =>
    db
      .selectFrom('outbox')
      .where('school_id', '=', platformId)
      .where('utc_done_on', 'is', null)
      .orderBy('id')
      .select(['id', 'name', 'payload'])
      .execute(),
  )

/** Does what a worker does with requested mails. @param times how often each job runs */
export async function answerMailRequests({ database, tools }: Pick<World, 'database' | 'tools'>, times = 1) {
  const [handler] = sessionHandlers({ platform: database })
  for (const { id, payload } of await pendingPlatformJobs({ database })) {
    for (let run = 0; run < times; run++)
      await handler!.run(undefined as never, payload, tools, new AbortController().signal)
    await database.withPlatform((db) =>
      markJobDone(db, { schoolId: platformId, id }, { on: tools.now(), erasesPayload: true }),
    )
  }
}
