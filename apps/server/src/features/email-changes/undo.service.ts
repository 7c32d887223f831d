import { dayMs } from '@escola/contract/durations'
import { emailChangeLimits, type MailedUndo } from '@escola/contract/email-changes.contract'
import { AppError } from '../../core/app-error.ts'
import type { Call } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueuePlatformJob } from '../../jobs/enqueue.ts'
import { endPassword } from '../people/user-accounts.service.ts'
import { forgetFactorsSince } from '../security/security.service.ts'
import { endOpenings, forgetAddresses, makeRecoveryLink } from '../sessions/credentials.service.ts'
import * as queries from './email-changes.queries.ts'
import { type EmailChangeTools, takeBack } from './email-changes.service.ts'
import { readUndoToken } from './email-secrets.ts'

/** A thief may have been in the account for so long before they changed the e-mail. */
const beforeMs = emailChangeLimits.undoDays * dayMs

const stateOf = ({ utc_ended_on, utc_undo_until }: queries.EmailChange, now: Date): MailedUndo['state'] => {
  if (!utc_undo_until || utc_undo_until <= now) return 'expired'
  return utc_ended_on ? 'used' : 'open'
}

export const showMailedUndo = (token: string, tools: PlatformTools): Promise<{ undo: MailedUndo }> =>
  tools.platform.withPlatform(async (db) => {
    const change = await findLinked(db, token, tools)
    return { undo: { state: stateOf(change, tools.now()), email: change.old_email } }
  })

async function findLinked(db: Parameters<typeof queries.findChange>[0], token: string, tools: PlatformTools) {
  const id = readUndoToken(token, tools)
  const change = id && (await queries.findChange(db, id))
  if (!change) throw new AppError('invalid_token')
  return change
}

/**
 * Undoes a change, and all that came after it, for the user who reads the old mailbox. Nothing that a thief may hold opens the account any more: sessions, links,
 * the password, passkeys, and a second factor that is about as young as the change. Their address counts as an outsider's again.
 */
export async function undoEmailChange(
  call: Call,
  token: string,
  tools: EmailChangeTools,
): Promise<{ recovery: string }> {
  const { platform, now, gate, securityLog } = tools
  const { userId, ended, recovery } = await platform.withPlatform(async (db) => {
    const { user_id: userId } = await findLinked(db, token, tools)
    const { email: former } = await queries.lockUser(db, userId)
    // Another click on the link may have been faster.
    const change = await findLinked(db, token, tools)
    const state = stateOf(change, now())
    if (state !== 'open') throw new AppError(state === 'used' ? 'link_used' : 'invalid_token')
    const taken = (await queries.listOpen(db, userId)).filter(({ id }) => BigInt(id) >= BigInt(change.id))
    await takeBack(db, { userId, email: change.old_email, taken }, now())
    await endPassword(db, userId)
    await forgetFactorsSince(db, userId, new Date(change.utc_changed_on!.getTime() - beforeMs))
    await forgetAddresses(db, userId)
    const ended = await endOpenings(db, { userId }, tools)
    const recovery = await makeRecoveryLink(db, userId, tools)
    await enqueuePlatformJob(db, jobs.notifyOfEmailChange, { changeId: change.id, kind: 'restored', schoolId: null })
    const last = taken.find(({ new_email }) => new_email === former)
    if (last)
      await enqueuePlatformJob(db, jobs.notifyOfEmailChange, { changeId: last.id, kind: 'left', schoolId: null })
    return { userId, ended, recovery }
  })
  for (const { id } of ended) gate.forget(id)
  securityLog.record('email_change_undone', call, { userId })
  return { recovery }
}
