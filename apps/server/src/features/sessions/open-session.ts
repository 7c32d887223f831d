import { limits } from '@escola/contract/limits'
import type { SignedIn } from '@escola/contract/sessions.contract'
import { AppError } from '../../core/app-error.ts'
import type { Tools } from '../../core/tools.ts'
import type { SessionTokens } from '../../http/session-token.ts'
import { Contexts } from '../schools/schools.service.ts'
import { insertSession } from './sessions.queries.ts'

/**
 * Opens a session and answers what a signed-in client keeps.
 * @param schoolId null: opened with the person's own password, good for all their schools; else good for that school alone
 * @param passwordHash what the password was compared with; when it was changed meanwhile, the old password opens nothing
 */
export async function openSession(
  tools: Tools,
  tokens: SessionTokens,
  { userId, schoolId, passwordHash }: { userId: string; schoolId: string | null; passwordHash: string | null },
): Promise<SignedIn> {
  const sessionId = await tools.database.withPlatform((db) =>
    insertSession(db, { userId, schoolId, passwordHash, days: limits.sessionDays }),
  )
  if (!sessionId) throw new AppError('invalid_password')
  const actor = { userId, sessionId, strong: schoolId === null, sessionSchoolId: schoolId, platformRole: 'student' }
  const context = await new Contexts(tools).of(actor, { domain: '', pathname: schoolId ? `/escola/${schoolId}` : '/' })
  return { token: tokens.sign(sessionId, userId), user: context.user!, schools: context.schools }
}
