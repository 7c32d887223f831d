import type { PlatformDb } from '@escola/db'
import { deleteErasedEverywhere } from './erased.queries.ts'
import { saysSomething } from './members.service.ts'
import * as memberships from './memberships.queries.ts'
import { forgetPersonSchool, listAdministeredSchools, listSchools } from './person-schools.queries.ts'
import * as users from './users.queries.ts'

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
  await deleteErasedEverywhere(db, userId)
  await users.eraseUser(db, userId)
}
