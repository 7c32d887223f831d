import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { listFinished } from './finished.queries.ts'
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
      const found = await listFinished(db, templateId, batch)
      if (found) await issueOnCompletion(db, found, now())
      return found && `${found.courseId}:${found.userIds.join()}`
    })
    // A school that gives no certificates, or a template that is not automatic any more, issues none to those it finds again.
    if (!issued || issued === last) return
    last = issued
  }
}
