import { type Administrator, type AskedPlace, settlePlace } from '@escola/contract/administrators.contract'
import { limits } from '@escola/contract/limits'
import type { TeamRole } from '@escola/contract/permissions'
import { refusals } from '@escola/contract/refusals'
import { minuteOf } from '@escola/contract/time'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import { type Attended, isPlatformAdmin, type School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import { countFormerAdministrator } from '../charges/student-charges.service.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { forgetForAdministrator } from '../notifications/notifications.service.ts'
import { endAdministration, listTeamPlaces, makeAdministrator, saveTeamRoles } from '../people/members.service.ts'
import type { People } from '../people/people.service.ts'
import type { SchoolSessions } from '../sessions/school-sessions.service.ts'
import * as queries from './administrators.queries.ts'
import { tellOfChange, tellOfOwner, warnOfNewMember } from './team-mails.service.ts'

export interface AdministratorTools extends PlatformTools {
  people: People
  schoolSessions: SchoolSessions
}

export async function listAdministrators(school: School, { page }: { page: number }, tools: AdministratorTools) {
  const rowsPerPage = limits.administratorsPerPage
  const range = { offset: (page - 1) * rowsPerPage, limit: rowsPerPage }
  const { total, rows, places } = await school.tx(async (db) => {
    const [total, rows] = await Promise.all([queries.countTeam(db), queries.listTeam(db, range)])
    return { total, rows, places: await listTeamPlaces(db, idsOf(rows)) }
  })
  return { users: { total, page, rowsPerPage, list: await toWire(school.id, rows, { places, ...tools }) } }
}

/** Takes a person into the team; membership and mail commit together. The mail leads a person without a password to choose one. */
export async function addAdministrator(
  school: Attended,
  { name, email, ...asked }: { name: string; email: string } & AskedPlace,
  tools: AdministratorTools,
): Promise<{ user: Administrator }> {
  const { people, schoolSessions, now } = tools
  const place = settlePlace(asked)
  // The check comes before any session ends: a refused person keeps their sessions, and a password without proof.
  const { hasMultipleUsers, isAdministrator } = await school.tx((db) => queries.findAdministratorFaults(db, email))
  // The platform names an owner of a school that has lost its own, whatever the school has chosen.
  if (!hasMultipleUsers && !school.isPlatformView) throw invalidField('email', refusals.multipleUsersOff)
  if (isAdministrator) throw invalidField('email', refusals.alreadyAdministrator)
  const { userId, email: ownEmail } = (await people.ensure([email])).get(email)!
  const endSchools = () => schoolSessions.end({ schoolId: school.id, userId }, now())
  // Before, so that a process that ends in between leaves none; and after, for one that was opened meanwhile.
  await endSchools()
  const added = await school.tx(async (db) => {
    const team = await lockAsOwner(db, school)
    await requireCourses(db, place.courseIds)
    if (!(await makeAdministrator(db, { ...place, userId, name, email: ownEmail }, now())))
      throw invalidField('email', refusals.alreadyAdministrator)
    const dedupeKey = `administrator:${userId}:${minuteOf(now())}`
    await queueMessage(db, { userId, kind: 'invitation', dedupeKey, params: { administrator: true } }, { now })
    await warnOfNewMember(db, school, { team, userId, roles: place.roles }, { now })
    return { row: await queries.findMember(db, userId), places: await listTeamPlaces(db, [userId]) }
  })
  await endSchools()
  const [user] = await toWire(school.id, [added.row], { places: added.places, ...tools })
  return { user: user! }
}

export function saveRoles(
  school: Attended,
  { user_id, ...asked }: { user_id: string } & AskedPlace,
  tools: AdministratorTools,
) {
  const place = settlePlace(asked)
  return school.tx(async (db) => {
    if (user_id === school.actor.userId) throw invalidField('user_id', refusals.ownRoles)
    const team = await lockAsOwner(db, school)
    const before = rolesIn(team, user_id)
    if (!place.roles.includes('owner')) requireOtherOwner(team, user_id)
    await requireCourses(db, place.courseIds)
    const [found] = await listTeamPlaces(db, [user_id])
    if (isSamePlace(found!, place)) return done
    await saveTeamRoles(db, { userId: user_id, ...place })
    await forgetForAdministrator(db, user_id)
    if (!place.roles.some(isUncounted) && before.some(isUncounted)) await countFormerAdministrator(db, user_id, tools)
    const becomesOwner = place.roles.includes('owner') && !before.includes('owner')
    if (becomesOwner) await tellOfOwner(db, school, { team, userId: user_id, stepsDown: false }, tools)
    else await tellOfChange(db, school, user_id, tools)
    return done
  })
}

/** Makes another member an owner; an owner who steps down with it administers the school from then on. */
export function handOver(
  school: Attended,
  { user_id, steps_down: stepsDown }: { user_id: string; steps_down: boolean },
  tools: AdministratorTools,
) {
  const { userId } = school.actor
  return school.tx(async (db) => {
    if (user_id === userId) throw invalidField('user_id', refusals.handToOneself)
    const team = await queries.lockTeam(db)
    if (!team.get(userId)?.includes('owner')) throw new AppError('permission_needed')
    const isNew = !rolesIn(team, user_id).includes('owner')
    if (!isNew && !stepsDown) return done
    if (isNew) await saveTeamRoles(db, { userId: user_id, ...settlePlace({}) })
    if (stepsDown) {
      await saveTeamRoles(db, { userId, ...settlePlace({ roles: ['administrator'] }) })
      await forgetForAdministrator(db, userId)
    }
    await tellOfOwner(db, school, { team, userId: user_id, stepsDown }, tools)
    return done
  })
}

/** Removes a member of the team. What they wrote keeps their name. */
export async function removeAdministrator(
  school: Attended,
  { user_id }: { user_id: string },
  tools: AdministratorTools,
) {
  await school.tx(async (db) => {
    if (user_id === school.actor.userId) throw invalidField('user_id', refusals.removeOneself)
    const team = await lockAsOwner(db, school)
    rolesIn(team, user_id)
    requireOtherOwner(team, user_id)
    await endAdministration(db, user_id)
    await forgetForAdministrator(db, user_id)
    await countFormerAdministrator(db, user_id, tools)
    await tellOfChange(db, school, user_id, tools)
  })
  await tools.schoolSessions.end({ schoolId: school.id, userId: user_id }, tools.now())
  return done
}

/** Tells whether the school would be left without an owner. The team stays as it is until the transaction ends. */
export async function isOnlyOwner(db: SchoolDb, userId: string): Promise<boolean> {
  const team = await queries.lockTeam(db)
  return isOwner(team, userId) && !hasOtherOwner(team, userId)
}

type Team = Map<string, TeamRole[]>

const isOwner = (team: Team, userId: string) => team.get(userId)?.includes('owner') === true
const hasOtherOwner = (team: Team, userId: string) =>
  [...team].some(([each, roles]) => each !== userId && roles.includes('owner'))

/** Locks the team. The caller has to own the school still once it is their turn, or to be the platform's administrator. */
async function lockAsOwner(db: SchoolDb, { actor }: Attended): Promise<Team> {
  const team = await queries.lockTeam(db)
  const isOfTeam = team.has(actor.userId)
  if (isOwner(team, actor.userId) || isPlatformAdmin(actor)) return team
  throw new AppError(isOfTeam ? 'permission_needed' : 'forbidden')
}

function rolesIn(team: Team, userId: string): TeamRole[] {
  const roles = team.get(userId)
  if (!roles) throw new AppError('login_not_found')
  return roles
}

/** The platform's administrator is no owner, so that the last one could go by them. */
function requireOtherOwner(team: Team, userId: string) {
  if (isOwner(team, userId) && !hasOtherOwner(team, userId)) throw invalidField('user_id', refusals.lastOwner)
}

async function requireCourses(db: SchoolDb, courseIds: string[]) {
  if (courseIds.length > 0 && (await queries.holdCourses(db, courseIds)) < courseIds.length)
    throw invalidField('degree_ids', refusals.roleCourseGone)
}

/** Owners and administrators are not counted as students. */
const isUncounted = (role: TeamRole) => role === 'owner' || role === 'administrator'

type Place = ReturnType<typeof settlePlace>
type KeptPlace = Awaited<ReturnType<typeof listTeamPlaces>>[number]

const isSamePlace = (kept: KeptPlace, { roles, courseIds, mayPublish }: Place) =>
  kept.may_publish === mayPublish &&
  isSameSet(kept.roles, roles) &&
  isSameSet(
    kept.courses.map(({ id }) => id),
    courseIds,
  )
const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each) => other.includes(each))

const idsOf = (rows: queries.MemberRow[]) => rows.map((row) => row.user_id)

async function toWire(
  schoolId: string,
  rows: queries.MemberRow[],
  { places, platform }: { places: KeptPlace[] } & Pick<AdministratorTools, 'platform'>,
): Promise<Administrator[]> {
  const placeOf = new Map(places.map((place) => [place.user_id, place]))
  const signIns = rows.length > 0 ? await platform.withPlatform((db) => queries.listSignInFacts(db, idsOf(rows))) : []
  const signInOf = new Map(signIns.map((facts) => [facts.id, facts]))
  return rows.map(({ profile_image_key, is_student, utc_created_on, utc_seen_on, ...row }) => ({
    ...row,
    id: row.user_id,
    profile_img_url: imageUrl(schoolId, profile_image_key),
    role: ['admin', ...(is_student ? (['student'] as const) : [])],
    team_roles: placeOf.get(row.user_id)?.roles ?? [],
    degrees: placeOf.get(row.user_id)?.courses ?? [],
    may_publish: placeOf.get(row.user_id)?.may_publish ?? true,
    has_factor: signInOf.get(row.user_id)?.has_factor ?? false,
    is_invited: signInOf.get(row.user_id)?.is_claimed === false,
    utc_seen_on: utc_seen_on?.toISOString() ?? null,
    utc_created_on: utc_created_on.toISOString(),
  }))
}
