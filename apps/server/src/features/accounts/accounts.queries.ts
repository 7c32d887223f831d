import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'
import { forgetPersonSchool, notePersonSchools, personSchoolColumns } from '../../core/person-schools.queries.ts'

/**
 * Takes an e-mail for somebody who signs up; undefined when it is somebody's already. An e-mail that a school wrote down and nobody has
 * proven yet may be taken too, but without the password that was typed: whoever typed it may be an outsider.
 * Waits for whoever is taking the same e-mail.
 */
export async function takeEmail(
  db: PlatformDb,
  row: { email: string; name: string; passwordHash: string },
): Promise<{ userId: string; isNew: boolean } | undefined> {
  const inserted = await db
    .insertInto('users')
    .values({ email: row.email, name: row.name, password_hash: row.passwordHash })
    .onConflict((conflict) => conflict.constraint('users__email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { userId: inserted.id, isNew: true }
  const known = await db
    .selectFrom('users')
    .where('email', '=', row.email)
    .where('password_hash', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  // Asked after the row is locked, so that the second of two sign-ups sees the school of the first.
  const owned =
    known &&
    (await db
      .selectFrom('person_schools')
      .where('user_id', '=', known.id)
      .where('is_admin', '=', true)
      .select('school_id')
      .executeTakeFirst())
  return known && !owned ? { userId: known.id, isNew: false } : undefined
}

/** @returns undefined when the namespace is taken, also by a sign-up at the same time */
export const insertSchool = async (
  db: PlatformDb,
  row: { name: string; email: string; isAcademy: boolean },
  namespace: string | null,
): Promise<string | undefined> =>
  (
    await db
      .insertInto('schools')
      .values({ name: row.name, email: row.email, is_academy: row.isAcademy, namespace })
      .onConflict((conflict) => conflict.constraint('schools__namespace').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/** Somebody whom the school has already stays as they are. */
export async function insertMembership(
  db: PlatformDb,
  row: {
    schoolId: string
    userId: string
    name: string
    email: string
    isAdmin: boolean
    isStudent: boolean
    origin: string
  },
  now: Date,
) {
  const joined = await db
    .insertInto('memberships')
    .values({
      school_id: row.schoolId,
      user_id: row.userId,
      name: row.name,
      email: row.email,
      is_admin: row.isAdmin,
      is_student: row.isStudent,
      origin: row.origin,
      utc_created_on: now,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doNothing())
    .returning(personSchoolColumns)
    .execute()
  await notePersonSchools(db, row.schoolId, joined)
}

/**
 * Takes the place that a sign-up made away from an e-mail which nobody has proven, and closes that account.
 * @returns the place; undefined when the e-mail was proven, or a school has written it down, since
 */
export async function leaveUnproven(db: PlatformDb, userId: string) {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('utc_email_confirmed_on', 'is', null)
    .select('password_hash')
    .forUpdate()
    .executeTakeFirst()
  if (!person?.password_hash) return undefined
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  const [schoolId, ...others] = await listSchoolsOf(db, userId)
  // A sign-up makes one place. Any other is some school's to take away; the caller gives up, and nothing is changed.
  if (!schoolId || others.length > 0) return undefined
  const [place] = await Promise.all([
    db
      .deleteFrom('memberships')
      .where('school_id', '=', schoolId)
      .where('user_id', '=', userId)
      .returning(['name', 'is_admin as isAdmin', 'is_student as isStudent', 'origin'])
      .executeTakeFirstOrThrow(),
    forgetPersonSchool(db, schoolId, userId),
  ])
  return { ...place, schoolId, password_hash: person.password_hash }
}

const listSchoolsOf = async (db: PlatformDb, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('person_schools')
    .where('user_id', '=', userId)
    .select('school_id')
    .orderBy('school_id')
    .execute()
  return rows.map((row) => row.school_id)
}

/** A school is reached at the e-mail that its owner signed up with. */
export const moveSchoolEmail = (db: PlatformDb, schoolId: string, { from, to }: { from: string; to: string }) =>
  db.updateTable('schools').set({ email: to }).where('id', '=', schoolId).where('email', '=', from).execute()

export const insertFirstTemplate = (db: PlatformDb, schoolId: string, signatureName: string) =>
  db.insertInto('certificate_templates').values({ school_id: schoolId, signature_name: signatureName }).execute()

/** Undefined once the person has left the school. */
export async function findPersonAndSchool(db: PlatformDb, userId: string, schoolId: string) {
  const [member, known] = await Promise.all([
    db
      .selectFrom('memberships')
      .where('school_id', '=', schoolId)
      .where('user_id', '=', userId)
      .select(['name', 'is_admin', 'is_student'])
      .executeTakeFirst(),
    db
      .selectFrom('users as u')
      .innerJoin('schools as c', (join) => join.on('c.id', '=', schoolId))
      .where('u.id', '=', userId)
      .select([
        'u.email',
        'c.id',
        'c.name as school_name',
        'c.namespace',
        'c.logo_square_key',
        sql<boolean>`u.password_hash is not null and u.utc_email_confirmed_on is not null`.as('is_claimed'),
      ])
      .executeTakeFirst(),
  ])
  return member && known && { ...known, ...member }
}

export const findSchoolVisibility = (db: PlatformDb, schoolId: string) =>
  db.selectFrom('schools').where('id', '=', schoolId).select(['is_private', 'is_blocked']).executeTakeFirst()

/** The person's own choice, in every school of theirs: it takes the place of what a school has written down. */
export async function updatePerson(
  db: PlatformDb,
  userId: string,
  { cpf, ...known }: { name: string; cellphone?: string | undefined; cpf?: string | undefined },
) {
  await db
    .updateTable('users')
    .set({ ...known, cpf })
    .where('id', '=', userId)
    .execute()
  const schoolIds = await listSchoolsOf(db, userId)
  // Each school's row is in a place of its own.
  await Promise.all(
    schoolIds.map((schoolId) =>
      db
        .updateTable('memberships')
        .set(known)
        .where('school_id', '=', schoolId)
        .where('user_id', '=', userId)
        .execute(),
    ),
  )
}

export const setDarkMode = (db: PlatformDb, userId: string, darkMode: boolean) =>
  db.updateTable('users').set({ dark_mode: darkMode }).where('id', '=', userId).execute()
