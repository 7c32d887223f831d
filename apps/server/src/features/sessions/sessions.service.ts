import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import type { Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { Gate } from '../../http/gate.ts'
import { hashToken } from '../../security/signatures.ts'
import { describeRecovery } from '../security/security.service.ts'
import type { SessionTools } from './open-session.service.ts'
import { describeLink, revokeSession } from './sessions.queries.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** Session tools with the counts of failed sign-ins and the gate, which forgets a session that ends. */
export interface SignInTools extends SessionTools {
  attempts: SignInAttempts
  /** Counts wrong codes in the second half of a sign-in. */
  codeAttempts: SignInAttempts
  gate: Gate
}

export async function signOut({ actor }: Signed, { platform, gate, now }: SignInTools) {
  await platform.withPlatform((db) => revokeSession(db, { userId: actor.userId, id: actor.sessionId }, now()))
  gate.forget(actor.sessionId)
  return done
}

/** The screen asks this before a person types a password twice for a link that opens nothing. */
export async function getMailedLink(token: string, { platform, now }: Pick<PlatformTools, 'platform' | 'now'>) {
  return platform.withPlatform(async (db) => {
    const found = await describeLink(db, hashToken(token), now())
    if (!found) throw new AppError('invalid_token')
    const { user_id: userId, ...link } = found
    const isRecovery = link.purpose === 'recovery' && link.state === 'open'
    return { link, recovery: isRecovery ? await describeRecovery(db, userId) : null }
  })
}
