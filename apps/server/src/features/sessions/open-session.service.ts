import { limits } from '@escola/contract/limits'
import type { SignedIn } from '@escola/contract/sessions.contract'
import { AppError } from '../../core/app-error.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { SessionTokens } from '../../http/session-token.ts'
import type { Contexts } from '../schools/schools.service.ts'
import { holdPassword, insertSession } from './sessions.queries.ts'

/** What opening a session needs: its signature, and what a signed-in client is told. */
export interface SessionTools extends PlatformTools {
  tokens: SessionTokens
  contexts: Contexts
}

/**
 * Opens a session and answers what a signed-in client keeps.
 * @param opening.schoolId null: opened with the person's own password, good for all their schools; else good for that school alone
 * @param opening.passwordHash what the password was compared with; when it was changed meanwhile, the old password opens nothing
 */
export async function openSession(
  opening: { userId: string; schoolId: string | null; passwordHash: string | null },
  { platform, tokens, contexts, now }: SessionTools,
): Promise<SignedIn> {
  const { userId, schoolId } = opening
  const expiresOn = new Date(now().getTime() + limits.sessionDays * 86_400_000)
  const sessionId = await platform.withPlatform(async (db) => {
    const [isSame, id] = await Promise.all([holdPassword(db, opening), insertSession(db, { ...opening, expiresOn })])
    // Nothing of this is kept then, the session neither.
    if (!isSame) throw new AppError('invalid_password')
    return id
  })
  const actor = { userId, sessionId, strong: schoolId === null, sessionSchoolId: schoolId, platformRole: 'student' }
  return { token: tokens.sign(sessionId, userId), ...(await contexts.ofPerson(actor)) }
}
