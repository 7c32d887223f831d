import { erasedHere } from '@escola/contract/accounts.contract'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { deleteErased, findErased, findEraser, insertErased } from './erased.queries.ts'
import * as memberships from './memberships.queries.ts'
import { forgetPersonSchool, savePersonCourses, savePersonSchools } from './person-schools.queries.ts'
import * as team from './team.queries.ts'
import * as users from './users.queries.ts'

/**
 * Makes a person who comes by themselves a member; one whom the school has already stays as they are.
 * @throws erased_here where the school has erased them
 */
export async function joinSchool(db: PlatformDb, member: memberships.NewMember, now: Date): Promise<void> {
  const joined = await memberships.insertMember(db, member, now)
  if (joined.length > 0) await refuseErased(db, member)
  await savePersonSchools(db, member.schoolId, joined)
}

/** Refuses a person whom the school has erased. It is asked after the membership is written, which waits for an erasing at the same moment. */
async function refuseErased(db: PlatformDb, { schoolId, userId }: { schoolId: string; userId: string }) {
  const school = await findEraser(db, schoolId, userId)
  if (school !== undefined) throw new AppError('erased_here', { fields: { school: erasedHere(school) } })
}

/** Tells whether the school has erased a user, who can't join it by themselves then. */
export const isErased = async (db: SchoolDb, userId: string): Promise<boolean> =>
  (await findErased(db, userId)) !== undefined

/**
 * Makes a person with an account a student of the school, under the name and telephone that they give themselves. If they had left it, what the school
 * still knows of them stays.
 * @returns false when they have a place in the school already
 * @throws erased_here where the school has erased them
 */
export async function joinAsStudent(
  db: PlatformDb,
  schoolId: string,
  { userId, origin }: { userId: string; origin: string },
  now: Date,
): Promise<boolean> {
  const person = await users.findOwnData(db, userId)
  const joined = await memberships.insertOrReturnStudent(db, { schoolId, userId, origin, ...person }, now)
  if (joined.length > 0) await refuseErased(db, { schoolId, userId })
  await savePersonSchools(db, schoolId, joined)
  return joined.length > 0
}

/** Tells whether any value is to be changed. */
export const saysSomething = (values: object) => Object.values(values).some((value) => value !== undefined)

/**
 * Makes people students by the school's will, also those whom it had erased. Of a person whom the school knows only a missing cellphone is filled in.
 * Members who were there are held until the transaction ends.
 * @returns ids of the people who are new to the school
 */
export async function ensureStudents(db: SchoolDb, students: memberships.Student[], now: Date): Promise<Set<string>> {
  const joined = await memberships.insertStudents(db, students, now)
  const isNew = new Set(joined.map((row) => row.user_id))
  if (isNew.size > 0) await deleteErased(db, [...isNew])
  const existing = students.filter(({ userId }) => !isNew.has(userId))
  const changed = existing.length > 0 ? await completeMembers(db, existing) : []
  await savePersonSchools(db, thisSchool, [...joined, ...changed])
  return isNew
}

async function completeMembers(db: SchoolDb, existing: memberships.Student[]) {
  const userIds = existing.map(({ userId }) => userId)
  // One packet: the members are held in order before any of them changes.
  const [, changed] = await Promise.all([
    memberships.lockMembers(db, userIds),
    memberships.completeStudents(db, existing),
  ])
  return changed
}

/**
 * The school's data of the person stays; the password and links that it gave them end, since others may have them.
 * @returns false when they belong to the team already
 */
export async function makeAdministrator(
  db: SchoolDb,
  person: team.NewTeamMember & { courseIds: readonly string[] },
  now: Date,
): Promise<boolean> {
  const changed = await team.upsertAdministrator(db, person, now)
  await deleteErased(db, [person.userId])
  await savePersonSchools(db, thisSchool, changed)
  if (changed.length > 0) await saveRoleCourses(db, person.userId, person.courseIds)
  return changed.length > 0
}

export async function endAdministration(db: SchoolDb, userId: string): Promise<void> {
  await savePersonSchools(db, thisSchool, await team.clearAdministrator(db, userId))
  await saveRoleCourses(db, userId, [])
}

/** Finds the name of an owner of the school, to ask for rights; '' where it has none. */
export const findOwnerName = (db: SchoolDb): Promise<string> => team.findOwnerName(db)

/** Lists the places that some users have in the team; who has none is left out. */
export const listTeamPlaces = (db: SchoolDb, userIds: string[]): Promise<team.TeamMember[]> =>
  userIds.length > 0 ? team.listPlaces(db, userIds) : Promise.resolve([])

/** @returns false when the person is not of the team */
export async function saveTeamRoles(
  db: SchoolDb,
  {
    userId,
    courseIds,
    ...place
  }: Pick<team.NewTeamMember, 'userId' | 'roles' | 'mayPublish'> & { courseIds: readonly string[] },
): Promise<boolean> {
  const changed = await team.updateTeamRoles(db, userId, place)
  await savePersonSchools(db, thisSchool, changed)
  if (changed.length > 0) await saveRoleCourses(db, userId, courseIds)
  return changed.length > 0
}

async function saveRoleCourses(db: SchoolDb, userId: string, courseIds: readonly string[]) {
  await team.replaceRoleCourses(db, userId, courseIds)
  await savePersonCourses(db, userId, [...courseIds])
}

/** Ends a person's place in the school with all that it keeps of them. The account stays, with its places in other schools. */
export async function removeMember(db: SchoolDb, schoolId: string, userId: string): Promise<void> {
  await memberships.deleteMembership(db, userId)
  await forgetPersonSchool(db, schoolId, userId)
}

/** Remembers people whom the school has erased: from now on they join it by its will alone. */
export const rememberErased = async (db: SchoolDb, userIds: string[]): Promise<void> =>
  void (await insertErased(db, userIds))

/** E-mails by which the school knows a member. */
export const listEmailsOf = (db: SchoolDb, userId: string): Promise<string[]> => memberships.listEmails(db, userId)

/** Changes what this school alone knows of a member. */
export async function updateMember(db: SchoolDb, userId: string, values: memberships.MemberValues): Promise<void> {
  if (saysSomething(values)) await memberships.updateMember(db, userId, values)
}

/** Two changes of one picture wait for each other. @returns the key of the picture that was there */
export async function replaceAvatar(db: SchoolDb, userId: string, key: string | null): Promise<string | null> {
  const before = await memberships.lockAvatar(db, userId)
  await memberships.updateMember(db, userId, { profile_image_key: key })
  return before
}

/** Records the first and the latest moment at which a member is in the school. */
export const recordVisit = (db: SchoolDb, userId: string, now: Date) => memberships.markVisit(db, userId, now)

/** @returns whether the member is to enter the public class now: each does so once, whatever becomes of it */
export const enterPublicCohortOnce = (
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  userId: string,
): Promise<boolean> => memberships.markPublicCohort(db, schoolId, userId)
