import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { planNext } from '../../../jobs/clock.ts'
import { findNextDue, listFinished, listWaitingTemplates } from './finished.queries.ts'
import { issueOnCompletion } from './issuing.service.ts'

const batch = 200

/**
 * Issues the certificates of a template to those who had finished before it was for them, some at a time. A run that is killed, or runs twice,
 * goes on with those who have none.
 */
export async function issueFinished(
  school: School,
  { templateId }: { templateId: string },
  { now }: Pick<Tools, 'now'>,
  signal: AbortSignal,
): Promise<void> {
  for (let last = ''; ; ) {
    signal.throwIfAborted()
    const issued = await school.tx(async (db) => {
      const found = await listFinished(db, { templateId, limit: batch, now: now() })
      if (found) await issueOnCompletion(db, found, now())
      return found && `${found.courseId}:${found.userIds.join()}`
    })
    // A school that gives no certificates, or a template that is not automatic any more, issues none to those it finds again.
    if (!issued || issued === last) return
    last = issued
  }
}

/** Issues the certificates whose days of study are over, by the templates as they are now, and plans the next run. */
export async function issueDue(
  school: School,
  _payload: object,
  tools: Pick<Tools, 'now'>,
  signal: AbortSignal,
): Promise<void> {
  for (const templateId of await school.tx(listWaitingTemplates))
    await issueFinished(school, { templateId }, tools, signal)
  await school.tx((db) => planNext(db, jobs.issueDue, () => findNextDue(db, tools.now())))
}
