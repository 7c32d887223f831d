import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import * as memberships from './memberships.queries.ts'
import { forgetPersonSchool, savePersonSchools } from './person-schools.queries.ts'
import * as users from './users.queries.ts'

/** A person whom the school has already stays as they are. */
export async function joinSchool(db: PlatformDb, member: memberships.NewMember, now: Date): Promise<void> {
  await savePersonSchools(db, member.schoolId, await memberships.insertMember(db, member, now))
}

/**
 * Makes a person with an account a student; in the school they are known by what they say of themselves. What a school knows of a person who had left
 * stays.
 * @returns false when they have a place in the school already
 */
export async function joinAsStudent(
  db: PlatformDb,
  schoolId: string,
  { userId, origin }: { userId: string; origin: string },
  now: Date,
): Promise<boolean> {
  const person = await users.findOwnData(db, userId)
  const joined = await memberships.insertOrReturnStudent(db, { schoolId, userId, origin, ...person }, now)
  await savePersonSchools(db, schoolId, joined)
  return joined.length > 0
}

/** Tells whether any value is to be changed. */
export const saysSomething = (values: object) => Object.values(values).some((value) => value !== undefined)

/**
 * Makes people students of the school. Of a person whom the school knows only a missing cellphone is filled in.
 * Members who were there are held until the transaction ends.
 * @returns ids of the people who are new to the school
 */
export async function ensureStudents(db: SchoolDb, students: memberships.Student[], now: Date): Promise<Set<string>> {
  const joined = await memberships.insertStudents(db, students, now)
  const isNew = new Set(joined.map((row) => row.user_id))
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
 * @returns false when they administer it already
 */
export async function makeAdministrator(
  db: SchoolDb,
  person: { userId: string; name: string; email: string },
  now: Date,
): Promise<boolean> {
  const changed = await memberships.upsertAdministrator(db, person, now)
  await savePersonSchools(db, thisSchool, changed)
  return changed.length > 0
}

export async function endAdministration(db: SchoolDb, userId: string): Promise<void> {
  await savePersonSchools(db, thisSchool, await memberships.clearAdministrator(db, userId))
}

/** Ends a person's place in the school with all that it keeps of them. The account stays, with its places in other schools. */
export async function removeMember(db: SchoolDb, schoolId: string, userId: string): Promise<void> {
  await memberships.deleteMembership(db, userId)
  await forgetPersonSchool(db, schoolId, userId)
}

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
