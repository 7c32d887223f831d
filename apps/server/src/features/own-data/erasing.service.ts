import { dayMs } from '@escola/contract/durations'
import type { PlatformDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { LifecycleTools } from '../../core/student-lifecycle.ts'
import type { Clock, PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueuePlatformJob } from '../../jobs/enqueue.ts'
import { deletionTemplates } from '../../mail/deletion-templates.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { isOnlyOwner } from '../administrators/administrators.service.ts'
import { sendOutsideMail } from '../messages/outside-mails.service.ts'
import { eraseMember, lockForErasing } from '../students/students.service.ts'
import * as queries from './deletion.queries.ts'
import { findObstacles, hasObstacles } from './deletion.service.ts'

export interface ErasingTools extends PlatformTools, LifecycleTools {
  openSchool(id: string): School
}

const sealPurpose = 'erased account'
/** A deletion that something keeps back is tried again after so long. */
const postponedMs = dayMs

/**
 * Erases a user whose day has come: one school after the other, and their account at the end. A run that dies leaves the schools that are done,
 * and the next one goes on; there is nothing to do once the deletion is taken back or over.
 */
export async function eraseAccount(
  { userId }: { userId: string },
  { platform, openSchool, ...tools }: ErasingTools,
): Promise<void> {
  if (!(await platform.withPlatform((db) => beginErasing(db, userId, tools)))) return
  for (;;) {
    // A school may have added the user meanwhile.
    const left = await platform.withPlatform((db) => eraseWithoutSchools(db, userId, tools))
    if (left.length === 0) return
    for (const schoolId of left) {
      if (await eraseInSchool(openSchool(schoolId), userId, tools)) continue
      await platform.withPlatform((db) => postpone(db, userId, tools))
      return
    }
  }
}

/** @returns whether the user may be erased now; their sessions are over then */
async function beginErasing(db: PlatformDb, userId: string, tools: LifecycleTools): Promise<boolean> {
  const deletion = await queries.lockDeletion(db, userId)
  if (!deletion || deletion.utc_due_on > tools.now()) return false
  if (hasObstacles(await findObstacles(db, userId))) {
    await postpone(db, userId, tools)
    return false
  }
  for (const { account } of tools.lifecycle) await account?.close?.(db, userId, tools)
  return true
}

/** A school never loses its only owner, nor the platform its own. They see on their page what holds the deletion up. */
async function postpone(db: PlatformDb, userId: string, { now }: Clock): Promise<void> {
  const dueOn = new Date(now().getTime() + postponedMs)
  await queries.postponeDeletion(db, userId, dueOn)
  await enqueuePlatformJob(db, jobs.eraseAccount, { userId }, dueOn)
}

/** @returns false when the school would be left without an owner */
const eraseInSchool = (school: School, userId: string, tools: LifecycleTools): Promise<boolean> =>
  school.tx(async (db) => {
    await lockForErasing(db, userId, tools)
    if (await isOnlyOwner(db, userId)) return false
    const member = await queries.lockMember(db, userId)
    if (member) await eraseMember(db, school.id, member, tools)
    return true
  })

/** Erases the account, once no school has the user. @returns the schools that still have */
async function eraseWithoutSchools(
  db: PlatformDb,
  userId: string,
  { config, lifecycle }: Pick<ErasingTools, 'config' | 'lifecycle'>,
): Promise<string[]> {
  const { email, name } = await queries.lockUser(db, userId)
  const left = await queries.listSchoolIds(db, userId)
  if (left.length > 0 || !(await queries.lockDeletion(db, userId))) return left
  for (const { account } of lifecycle) await account?.erase?.(db, userId)
  await queries.deleteDeletion(db, userId)
  const sealedPerson = seal(config.secret, sealPurpose, { text: JSON.stringify({ email, name }), of: userId })
  await enqueuePlatformJob(db, jobs.notifyOfErasure, { userId, sealedPerson })
  return []
}

/** The last mail to a user, whose address is nowhere else by now. */
export async function notifyOfErasure(
  { userId, sealedPerson }: { userId: string; sealedPerson: string },
  tools: Pick<ErasingTools, 'config' | 'platform' | 'now'> & { mailer: Mailer },
): Promise<void> {
  const { config } = tools
  const { email, name }: { email: string; name: string } = JSON.parse(
    unseal(config.secret, sealPurpose, { sealed: sealedPerson, of: userId }),
  )
  const mail = {
    kind: 'account_erased' as const,
    key: `erased-${userId}`,
    to: { name, address: email },
    write: () => deletionTemplates.account_erased({ personName: name, url: config.publicUrl }),
  }
  await sendOutsideMail(undefined, mail, tools)
}
