import type { RouteOutput } from '@escola/contract/route'
import type { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { Call } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { hashNewPassword } from '../../security/passwords.ts'
import { describeRecovery, endPasskeys } from '../security/security.service.ts'
import { choosePassword, findMailedLink, rememberAddress, warnOfPassword } from './credentials.service.ts'
import { findPersonById } from './sessions.queries.ts'
import type { SignInTools } from './sessions.service.ts'
import { requireCode } from './sign-in.service.ts'

type Choice = RouteOutput<typeof sessions.setNewPassword>['body'] & { token: string }

/**
 * A new password ends every session of the person's, every other recovery link, and the passkeys that they do not keep: a thief may have added
 * one. The mailbox is no way round a second factor, so a user who has one shows it, and keeps all. The person may sign in at once.
 */
export async function setNewPassword(call: Call, { token, password, keptPasskeys, code }: Choice, tools: SignInTools) {
  const passwordHash = await hashNewPassword(password)
  const byFactor = await requireFactorOf(call, { token, code }, tools)
  const { userId, ended } = await tools.platform.withPlatform(async (db) => {
    const { user_id: userId, school_id: schoolId } = await findRecovery(db, token, tools)
    // The factor may have been turned on meanwhile.
    const { asksCode } = await describeRecovery(db, userId)
    if (asksCode && !byFactor) throw new AppError('factor_proof_needed')
    const ended = asksCode ? [] : await endPasskeys(db, userId, keptPasskeys)
    const { password_hash: former } = await findPersonById(db, userId)
    await choosePassword(db, token, { userId, purpose: 'recovery', passwordHash }, tools)
    await rememberAddress(db, { userId, ip: call.ip }, tools)
    if (former) await warnOfPassword(db, call, { userId, schoolId: schoolId ?? undefined }, tools)
    return { userId, ended }
  })
  if (ended.length > 0) tools.securityLog.record('passkey_removed', call, { userId })
  tools.securityLog.record('password_changed', call, { userId })
  return done
}

async function findRecovery(db: PlatformDb, token: string, tools: Clock) {
  const found = await findMailedLink(db, token, ['recovery'], tools)
  if (!found || found.used) throw new AppError('not_found')
  return found
}

/** Requires a code of the owner of a recovery link, where they have a second factor. @returns whether they have */
async function requireFactorOf(
  call: Call,
  { token, code }: Pick<Choice, 'token' | 'code'>,
  tools: SignInTools,
): Promise<boolean> {
  const { userId, asksCode } = await tools.platform.withPlatform(async (db) => {
    const { user_id: userId } = await findRecovery(db, token, tools)
    return { userId, ...(await describeRecovery(db, userId)) }
  })
  if (!asksCode) return false
  if (!code) throw new AppError('factor_proof_needed')
  await requireCode(call, { userId, code }, tools)
  return true
}
