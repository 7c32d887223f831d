import { dayMs, minuteMs } from '@escola/contract/durations'
import { emailChangeLimits, emailChangeTexts } from '@escola/contract/email-changes.contract'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import type { Signed } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { Clock, PlatformTools } from '../../core/tools.ts'
import type { Counters } from '../../http/counter-store.ts'
import type { Gate } from '../../http/gate.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueFor, enqueuePlatformJob } from '../../jobs/enqueue.ts'
import { isSame } from '../../security/signatures.ts'
import { keepFormerEmail, releaseFormerEmails, setEmail } from '../people/user-accounts.service.ts'
import { endOpenings } from '../sessions/credentials.service.ts'
import * as queries from './email-changes.queries.ts'
import { makeCode } from './email-secrets.ts'

export interface EmailChangeTools extends PlatformTools {
  counters: Counters
  gate: Pick<Gate, 'forget'>
  securityLog: SecurityLog
}

/**
 * Mails a code to the mailbox that the user wants to have. Whether its e-mail belongs to an account is looked up by the job that mails, so that the
 * answer and its time say nothing of it. An impatient user is mailed one code a minute.
 */
export async function askEmailChange(
  scope: Signed,
  { email, schoolId }: { email: string; schoolId?: string | undefined },
  tools: EmailChangeTools,
) {
  const { userId } = scope.actor
  const { platform, now } = tools
  await countAsk(userId, email, tools)
  await platform.withPlatform(async (db) => {
    const user = await queries.lockUser(db, userId)
    if (user.email === email) throw invalidField('email', emailChangeTexts.sameEmail)
    await requireNoDeletion(db, userId)
    const asked = await queries.findAsked(db, userId)
    if (
      asked?.new_email === email &&
      isAlive(asked, now()) &&
      now().getTime() - asked.utc_asked_on.getTime() < minuteMs
    )
      return
    const row = { user_id: userId, new_email: email, device: scope.device, utc_asked_on: now() }
    const changeId = await queries.replaceAsked(db, row)
    await enqueuePlatformJob(db, jobs.notifyOfEmailChange, { changeId, kind: 'code', schoolId: schoolId ?? null })
  })
  tools.securityLog.record('email_change_asked', scope, { userId })
  return done
}

async function countAsk(userId: string, email: string, { counters, config }: EmailChangeTools) {
  const max = Math.ceil(emailChangeLimits.asksPerHour * config.rateFactor)
  const keys = [`email change of ${userId}`, `email change to ${email}`]
  const { waitMs } = await counters.take(
    keys.map((key) => ({ key, max })),
    60 * minuteMs,
  )
  if (waitMs > 0) throw new AppError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) })
}

/** A deletion under way would end the account before the old mailbox could undo the change. */
async function requireNoDeletion(db: PlatformDb, userId: string) {
  if (await queries.hasDeletion(db, userId)) throw new AppError('deletion_pending')
}

const isAlive = ({ wrong_codes, utc_asked_on }: queries.EmailChange, now: Date) =>
  wrong_codes < emailChangeLimits.wrongCodes &&
  now.getTime() - utc_asked_on.getTime() <= emailChangeLimits.codeMinutes * minuteMs

/** Changes the e-mail of a user whose code shows that they read the new mailbox. */
export async function confirmEmailChange(
  scope: Signed,
  { code, schoolId }: { code: string; schoolId?: string | undefined },
  tools: EmailChangeTools,
) {
  const { userId, sessionId } = scope.actor
  const { platform, gate, securityLog } = tools
  const result = await platform.withPlatform(async (db) => {
    const { email: former } = await queries.lockUser(db, userId)
    const asked = await queries.findAsked(db, userId)
    if (!asked || !isAlive(asked, tools.now())) return { refusal: 'email_code_over' } as const
    if (!isSame(code, makeCode(asked.id, tools))) {
      // The count stays, though the call is refused.
      await queries.countWrongCode(db, asked.id)
      return { refusal: 'invalid_code' } as const
    }
    await requireNoDeletion(db, userId)
    await replaceEmail(db, { asked, former, device: scope.device, schoolId }, tools)
    const ended = await endOpenings(db, { userId, keptSessionId: sessionId }, tools)
    return { ended, email: asked.new_email }
  })
  if (result.refusal) {
    securityLog.record('email_change_failed', scope, { userId, reason: result.refusal })
    throw new AppError(result.refusal)
  }
  for (const { id } of result.ended) gate.forget(id)
  securityLog.record('email_changed', scope, { userId })
  return { user: { email: result.email } }
}

interface Replacement {
  asked: queries.EmailChange
  former: string
  device: string
  schoolId: string | undefined
}

async function replaceEmail(db: PlatformDb, { asked, former, device, schoolId }: Replacement, tools: EmailChangeTools) {
  const { id, user_id: userId, new_email: email } = asked
  const holder = await queries.findHolder(db, email, userId)
  if (holder?.isOwnFormer) return returnToFormer(db, { asked, former, device, schoolId }, tools)
  if (holder) throw new AppError('email_taken', { fields: { code: emailChangeTexts.taken } })
  const changedOn = tools.now()
  const undoUntil = new Date(changedOn.getTime() + emailChangeLimits.undoDays * dayMs)
  await setEmail(db, userId, email)
  await keepFormerEmail(db, userId, former)
  await queries.markChanged(db, id, {
    old_email: former,
    device,
    utc_changed_on: changedOn,
    utc_undo_until: undoUntil,
  })
  await enqueuePlatformJob(db, jobs.notifyOfEmailChange, { changeId: id, kind: 'changed', schoolId: schoolId ?? null })
  await enqueuePlatformJob(db, jobs.releaseEmail, { changeId: id }, undoUntil)
  await followInSchools(db, userId, [id])
}

/**
 * Takes changes back in the user's own session: they have proven the old mailbox once more. The mailbox that they leave gets no say, for it may be
 * that of a thief who returns to the old e-mail to have a link that undoes this.
 */
async function returnToFormer(db: PlatformDb, { asked, former, device, schoolId }: Replacement, { now }: Clock) {
  const { id, user_id: userId, new_email: email } = asked
  const open = await queries.listOpen(db, userId)
  const taken = open.slice(open.findIndex(({ old_email }) => old_email === email))
  const ended = { utc_changed_on: now(), utc_undo_until: null, utc_ended_on: now() }
  await queries.markChanged(db, id, { old_email: former, device, ...ended })
  await takeBack(db, { userId, email, taken }, now())
  await enqueuePlatformJob(db, jobs.notifyOfEmailChange, { changeId: id, kind: 'left', schoolId: schoolId ?? null })
}

/** Brings an e-mail back that the user had, and ends the changes since. */
export async function takeBack(
  db: PlatformDb,
  { userId, email, taken }: { userId: string; email: string; taken: Pick<queries.EmailChange, 'id' | 'old_email'>[] },
  now: Date,
): Promise<void> {
  const ids = taken.map(({ id }) => id)
  await queries.endChanges(db, ids, now)
  await queries.deleteAsked(db, userId)
  await releaseFormerEmails(
    db,
    userId,
    taken.map(({ old_email }) => old_email),
  )
  await setEmail(db, userId, email)
  await followInSchools(db, userId, ids)
}

/** Each school follows in a job of its own: it may have thousands of rows, or be on a node that is away. */
async function followInSchools(db: PlatformDb, userId: string, changeIds: string[]) {
  for (const schoolId of await queries.listSchools(db, userId))
    await enqueueFor(db, schoolId, jobs.followEmail, { userId, changeIds })
}

/** Frees the old e-mail once its days are over. A sale that came to it meanwhile follows as well. */
export const releaseEmail = (
  { changeId }: { changeId: string },
  { platform, now }: Pick<PlatformTools, 'platform' | 'now'>,
) =>
  platform.withPlatform(async (db) => {
    const [change] = await queries.endChanges(db, [changeId], now())
    if (!change) return
    await releaseFormerEmails(db, change.user_id, [change.old_email])
    await followInSchools(db, change.user_id, [changeId])
  })

/** Forgets the e-mails that a user has had. */
export const forgetEmailChanges = async (db: PlatformDb, userId: string): Promise<void> =>
  void (await queries.deleteChanges(db, userId))
