import type { Administrator } from '@escola/contract/administrators.contract'
import { limits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { type Attended, isPlatformAdmin, type School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import { type ChargeTools, countFormerAdministrator } from '../charges/student-charges.service.ts'
import { queueMessage, queueMessages } from '../messages/messages.service.ts'
import { actOf } from '../messages/security-mails.service.ts'
import { forgetForAdministrator } from '../notifications/notifications.service.ts'
import { endAdministration, makeAdministrator } from '../people/members.service.ts'
import type { People } from '../people/people.service.ts'
import { listTeam, lockOwners } from '../people/team.service.ts'
import type { SchoolSessions } from '../sessions/school-sessions.service.ts'
import * as queries from './administrators.queries.ts'

export interface AdministratorTools extends Tools {
  people: People
  schoolSessions: SchoolSessions
}

export const listAdministrators = (school: School, { page }: { page: number }) =>
  school.tx(async (db) => {
    const rowsPerPage = limits.administratorsPerPage
    const range = { offset: (page - 1) * rowsPerPage, limit: rowsPerPage }
    const [total, rows] = await Promise.all([queries.countAdministrators(db), queries.listAdministrators(db, range)])
    return { users: { total, page, rowsPerPage, list: rows.map((row) => toWire(school.id, row)) } }
  })

/** Adds an administrator; membership and mail commit together. The mail leads a person without a password to choose one. */
export async function addAdministrator(
  school: Attended,
  { name, email }: { name: string; email: string },
  { people, schoolSessions, now }: AdministratorTools,
): Promise<{ user: Administrator }> {
  // The check comes before any session ends: a refused person keeps their sessions, and a password without proof.
  const { hasMultipleUsers, isAdministrator } = await school.tx((db) => queries.findAdministratorFaults(db, email))
  if (!hasMultipleUsers) throw invalidField('email', refusals.multipleUsersOff)
  if (isAdministrator) throw invalidField('email', refusals.alreadyAdministrator)
  const { userId, email: ownEmail } = (await people.ensure([email])).get(email)!
  const endSchools = () => schoolSessions.end({ schoolId: school.id, userId }, now())
  // Before, so that a process that ends in between leaves none; and after, for one that was opened meanwhile.
  await endSchools()
  const added = await school.tx(async (db) => {
    if (!(await makeAdministrator(db, { ...owner, userId, name, email: ownEmail }, now())))
      throw invalidField('email', refusals.alreadyAdministrator)
    const dedupeKey = `administrator:${userId}:${minuteOf(now())}`
    await queueMessage(db, { userId, kind: 'invitation', dedupeKey, params: { administrator: true } }, { now })
    await warnOthers(db, school, userId, { now })
    return { user: toWire(school.id, await queries.findAdministrator(db, userId)) }
  })
  await endSchools()
  return added
}

const owner = { roles: ['owner'], mayPublish: true, courseIds: [] } as const

/** Warns all owners of the school, including the owner who added the new one: a thief may have sat at their screen. */
async function warnOthers(db: SchoolDb, school: Attended, administratorId: string, tools: Clock) {
  const act = { ...actOf(school, tools), byId: school.actor.userId, administratorId }
  const recipients = (await listTeam(db, 'team'))
    .filter((userId) => userId !== administratorId)
    .map((userId) => ({
      userId,
      dedupeKey: `administrator_added:${userId}:${administratorId}:${act.utc_on}`,
    }))
  await queueMessages(db, { kind: 'administrator_added', params: act, recipients }, tools)
}

/** Removes an administrator. The remover has to be one still once it is their turn, so a school always keeps one. */
export function removeAdministrator(school: Attended, { user_id }: { user_id: string }, tools: ChargeTools) {
  const { actor } = school
  return school.tx(async (db) => {
    if (user_id === actor.userId) throw invalidField('user_id', refusals.removeOneself)
    const all = await queries.lockAdministrators(db)
    if (!all.includes(actor.userId) && !isPlatformAdmin(actor)) throw new AppError('forbidden')
    if (!all.includes(user_id)) throw new AppError('login_not_found')
    if (all.length === 1) throw invalidField('user_id', refusals.lastAdministrator)
    await endAdministration(db, user_id)
    await forgetForAdministrator(db, user_id)
    await countFormerAdministrator(db, user_id, tools)
    return done
  })
}

/** Tells whether the school would be left without an owner. They all stay as they are until the transaction ends. */
export async function isOnlyOwner(db: SchoolDb, userId: string): Promise<boolean> {
  const all = await lockOwners(db)
  return all.length === 1 && all[0] === userId
}

const toWire = (
  schoolId: string,
  { profile_image_key, is_student, utc_created_on, ...row }: queries.AdministratorRow,
): Administrator => ({
  ...row,
  id: row.user_id,
  profile_img_url: imageUrl(schoolId, profile_image_key),
  role: ['admin', ...(is_student ? (['student'] as const) : [])],
  utc_created_on: utc_created_on.toISOString(),
})
