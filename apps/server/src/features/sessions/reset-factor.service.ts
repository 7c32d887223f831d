import { platformTeam } from '@escola/contract/page-texts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { warnUser } from '../messages/security-mails.service.ts'
import { voidTokens } from '../security/one-time-tokens.service.ts'
import { dropSecondFactor } from '../security/second-factor.service.ts'
import { findPerson, revokeSessionsOf } from './sessions.queries.ts'

type ResetTools = Pick<PlatformTools, 'platform' | 'now'> & { securityLog: SecurityLog }

/** Names who did it, where a mail of a user's own act names their browser. */
const operator = { device: platformTeam }

/**
 * Takes the second factor from a user who has lost both the app and the recovery codes. They sign in again, with their password alone; passkeys
 * stay, because they lock no user out.
 * @returns false when no user of this e-mail has a second factor
 */
export async function resetSecondFactor(email: string, { platform, securityLog, now }: ResetTools): Promise<boolean> {
  const userId = await platform.withPlatform(async (db) => {
    const person = await findPerson(db, email)
    if (!person || !(await dropSecondFactor(db, person.id))) return undefined
    await voidTokens(db, person.id)
    await revokeSessionsOf(db, person.id, now())
    const act = String(now().getTime())
    await warnUser(db, operator, { userId: person.id, kind: 'second_factor_removed', act }, { now })
    return person.id
  })
  if (userId) securityLog.record('second_factor_reset', { requestId: '', ip: '', ...operator }, { userId })
  return userId !== undefined
}
