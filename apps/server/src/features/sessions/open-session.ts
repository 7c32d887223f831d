import { limits } from '@escola/contract/limits'
import type { SignedIn } from '@escola/contract/sessions.contract'
import type { SessionTokens } from '../../http/session-token.ts'
import type { Tools } from '../../tools.ts'
import { Contexts } from '../schools/schools.service.ts'
import { insertSession } from './sessions.queries.ts'

/**
 * Opens a session and answers what a signed-in client keeps.
 * @param schoolId null: opened with the person's own password, good for all their schools; else good for that school alone
 */
export async function openSession(
  tools: Tools,
  tokens: SessionTokens,
  { userId, schoolId }: { userId: string; schoolId: string | null },
): Promise<SignedIn> {
  const sessionId = await tools.database.withPlatform((db) =>
    insertSession(db, { userId, schoolId, days: limits.sessionDays }),
  )
  const actor = { userId, sessionId, strong: schoolId === null, sessionSchoolId: schoolId, platformRole: 'student' }
  const context = await new Contexts(tools).of(actor, { domain: '', pathname: schoolId ? `/escola/${schoolId}` : '/' })
  return { token: tokens.sign(sessionId, userId), user: context.user!, schools: context.schools }
}
