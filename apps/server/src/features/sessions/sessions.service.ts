import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import type { Call, Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { Gate } from '../../http/gate.ts'
import { hashNewPassword } from '../../security/passwords.ts'
import { hashToken } from '../../security/signatures.ts'
import { choosePassword, findMailedLink, rememberAddress, warnOfPassword } from './credentials.service.ts'
import type { SessionTools } from './open-session.service.ts'
import { describeLink, findPersonById, revokeSession } from './sessions.queries.ts'
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
  const link = await platform.withPlatform((db) => describeLink(db, hashToken(token), now()))
  if (!link) throw new AppError('invalid_token')
  return { link }
}

/** A new password ends every session of the person's, and every other recovery link. The person may sign in at once. */
export async function setNewPassword(
  call: Call,
  { token, password }: { token: string; password: string },
  tools: SignInTools,
) {
  const passwordHash = await hashNewPassword(password)
  const userId = await tools.platform.withPlatform(async (db) => {
    const found = await findMailedLink(db, token, ['recovery'], tools)
    if (!found || found.used) throw new AppError('not_found')
    const { user_id: userId, school_id: schoolId } = found
    const { password_hash: former } = await findPersonById(db, userId)
    await choosePassword(db, token, { userId, purpose: 'recovery', passwordHash }, tools)
    await rememberAddress(db, { userId, ip: call.ip }, tools)
    if (former) await warnOfPassword(db, call, { userId, schoolId: schoolId ?? undefined }, tools)
    return userId
  })
  tools.securityLog.record('password_changed', call, { userId })
  return done
}
