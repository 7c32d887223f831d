import { type Platform, type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import type { School } from '../../core/scope.ts'
import * as memberships from './memberships.queries.ts'
import {
  forgetPersonSchool,
  listAdministeredSchools,
  listSchools,
  savePersonSchools,
} from './person-schools.queries.ts'
import * as users from './users.queries.ts'

/** The one way from a school to the list of people. It tells nothing but who has an e-mail. */
export interface People {
  /**
   * The person behind each e-mail, made when there is none yet, with the e-mail that they have now: for some days after they have changed it,
   * the old one leads to them too. A password that was typed without proof of the e-mail may be an outsider's
   * and ends: from now on the invitation in the mailbox is the way in. It commits before the school's own transaction begins, and before
   * that holds anything. Should the school's fail, a person stays who belongs to no school, which does no harm.
   */
  ensure(emails: string[]): Promise<Map<string, Addressee>>
  /**
   * The person of each e-mail in a school: its student who has it as a further one, else the person that ensure gives. The e-mail of the answer is that
   * person's own, so that no mail of theirs goes to another mailbox. All flows of a school ask here, but for administrators: a further e-mail opens no
   * session, so it makes none of them.
   */
  ensureFor(school: School, emails: string[]): Promise<Map<string, Addressee>>
}

export interface Addressee {
  userId: string
  email: string
}

export function openPeople(platform: Pick<Platform, 'withPlatform'>): People {
  const ensure: People['ensure'] = async (emails) => {
    const people = new Map<string, Addressee>()
    for (let missing = emails; missing.length > 0; missing = missing.filter((email) => !people.has(email)))
      for (const { asked, id, email } of await platform.withPlatform(
        (db) => users.findOrMakePeople(db, missing),
        'kept',
      ))
        people.set(asked, { userId: id, email })
    return people
  }
  const ensureFor: People['ensureFor'] = async (school, emails) => {
    const addressees = await school.tx((db) => findByOtherEmails(db, emails))
    const others = await ensure(emails.filter((email) => !addressees.has(email)))
    for (const [email, addressee] of others) addressees.set(email, addressee)
    return addressees
  }
  return { ensure, ensureFor }
}

/** Students by the further e-mails that the school has recorded of them. A member whose own e-mail it is goes before. */
export const findByOtherEmails = async (db: SchoolDb, emails: string[]): Promise<Map<string, Addressee>> =>
  new Map((await memberships.listByOtherEmails(db, emails)).map(({ other, ...addressee }) => [other, addressee]))

/**
 * Takes an e-mail for a person who signs up; undefined when it is another person's. An e-mail that a school wrote down and that is not
 * proven yet may be taken too, but without the password that was typed, which may be an outsider's. Two sign-ups with one e-mail wait for
 * each other.
 */
export async function takeEmail(
  db: PlatformDb,
  user: users.NewUser,
): Promise<{ userId: string; isNew: boolean } | undefined> {
  const insertedId = await users.insertUser(db, user)
  if (insertedId) return { userId: insertedId, isNew: true }
  const existingId = await users.lockWithoutPassword(db, user.email)
  // The schools are listed after the row is locked, so that the second of two sign-ups sees the school of the first.
  const isOwner = existingId && (await listAdministeredSchools(db, existingId)).length > 0
  return existingId && !isOwner ? { userId: existingId, isNew: false } : undefined
}

/** Name and e-mail of a user whose e-mail is proven; they are held until the transaction ends. */
export const lockProvenUser = (db: PlatformDb, userId: string): Promise<{ name: string; email: string } | undefined> =>
  users.lockProven(db, userId)

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

/**
 * Takes the membership that a sign-up made away from an e-mail that was not proven, and closes that account.
 * @returns the membership; undefined when the e-mail was proven, or a school has written it down, since
 */
export async function leaveUnproven(db: PlatformDb, userId: string) {
  const passwordHash = await users.lockUnproven(db, userId)
  if (!passwordHash) return undefined
  await users.clearPassword(db, userId)
  const [schoolId, ...others] = await listSchools(db, userId)
  // A sign-up makes one membership. Any other is some school's to take away; the caller gives up, and nothing is changed.
  if (!schoolId || others.length > 0) return undefined
  const [member] = await Promise.all([
    memberships.deleteMember(db, schoolId, userId),
    forgetPersonSchool(db, schoolId, userId),
  ])
  return { ...member, schoolId, passwordHash }
}

/** The person's own choice, in every school of theirs: it replaces what a school has written down. */
export async function updatePerson(
  db: PlatformDb,
  userId: string,
  { cpf, ...memberData }: users.OwnData,
): Promise<void> {
  if (saysSomething({ ...memberData, cpf })) await users.updateUser(db, userId, { ...memberData, cpf })
  if (!saysSomething(memberData)) return
  // Each school's row may be on a node of its own.
  await Promise.all(
    (await listSchools(db, userId)).map((schoolId) => memberships.updateMemberOf(db, schoolId, userId, memberData)),
  )
}

const saysSomething = (values: object) => Object.values(values).some((value) => value !== undefined)

export const setDarkMode = (db: PlatformDb, userId: string, darkMode: boolean) =>
  users.updateDarkMode(db, userId, darkMode)

/** A new password that a proven e-mail allows, or the person's own session. */
export const setPassword = (db: PlatformDb, userId: string, passwordHash: string, now: Date) =>
  users.updatePassword(db, userId, passwordHash, now)

/** @returns false when there is no password to confirm: a school has written the person down since they typed one */
export const confirmEmail = (db: PlatformDb, userId: string, now: Date): Promise<boolean> =>
  users.confirmUser(db, userId, now)

/** @returns whether the e-mail is a person's who has proven it; otherwise nothing changes */
export const setPlatformRole = (db: PlatformDb, email: string, role: string): Promise<boolean> =>
  users.updatePlatformRole(db, email, role)

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

/**
 * Gives a person another e-mail, in every school of theirs too. The access links that schools gave them lie in the old mailbox, and end.
 * @throws when the e-mail is another person's, also one of a transaction that this one waited for
 */
export async function setEmail(db: PlatformDb, userId: string, email: string): Promise<void> {
  await users.deleteFormerEmails(db, userId, [email])
  // A school's transaction holds the membership before rows that point to the user, and so does this one.
  await Promise.all(
    (await listSchools(db, userId)).map((schoolId) => memberships.updateEmailOf(db, schoolId, userId, email)),
  )
  await users.updateEmail(db, userId, email)
}

/** Keeps an e-mail that a person had for them: until it is released no other person has it. */
export const keepFormerEmail = (db: PlatformDb, userId: string, email: string) =>
  users.insertFormerEmail(db, userId, email)

/** Frees e-mails that a person had. */
export const releaseFormerEmails = (db: PlatformDb, userId: string, emails: string[]) =>
  users.deleteFormerEmails(db, userId, emails)

/** No password opens the account until its person has chosen another. */
export const endPassword = (db: PlatformDb, userId: string) => users.clearPassword(db, userId)

/**
 * Erases what is known of a person above the schools. Their row stays without a name, because others name it: files that they sent, for example.
 * The e-mail is free then.
 */
export async function eraseUser(db: PlatformDb, userId: string): Promise<void> {
  await users.deleteFormerEmails(db, userId)
  await users.eraseUser(db, userId)
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
