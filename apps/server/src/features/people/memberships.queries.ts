import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { e164Of, phoneColumns, withPhoneColumns } from '../../core/phones.ts'
import { type PersonSchool, personSchoolColumns } from './person-schools.queries.ts'

export interface Student {
  userId: string
  name: string
  email: string
  cellphone: string
  origin: string
}

/**
 * Rows are inserted in the order of people, so that two transactions never wait in a circle.
 * @returns the memberships that are new
 */
export async function insertStudents(db: SchoolDb, students: Student[], now: Date): Promise<PersonSchool[]> {
  const { rows } = await sql<PersonSchool>`
    insert into memberships (school_id, user_id, name, email, cellphone, phone_e164, phone_read_from, origin, utc_created_on)
    select ${thisSchool}::bigint, r.user_id, r.name, r.email, r.cellphone, r.phone_e164, r.cellphone, r.origin, ${now}::timestamptz
    from unnest(${students.map(({ userId }) => userId)}::bigint[], ${students.map(({ name }) => name)}::text[],
      ${students.map(({ email }) => email)}::text[], ${students.map(({ cellphone }) => cellphone)}::text[],
      ${students.map(({ cellphone }) => e164Of(cellphone))}::text[],
      ${students.map(({ origin }) => origin)}::text[]) as r (user_id, name, email, cellphone, phone_e164, origin)
    order by r.user_id
    on conflict do nothing returning ${sql.join(personSchoolColumns.map((column) => sql.ref(column)))}`.execute(db)
  return rows
}

/** Locks members in the order of people until the transaction ends: mails to them are counted, and their grants change, one after the other. */
export async function lockMembers(db: SchoolDb, userIds: string[]): Promise<HeldMember[]> {
  const { rows } = await sql<HeldMember>`
    select user_id as "userId", merged_into as "mergedInto" from memberships
    where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[]) order by user_id for no key update`.execute(
    db,
  )
  return rows
}
export interface HeldMember {
  userId: string
  /** Student who goes on for them; null for all but few. */
  mergedInto: string | null
}

/**
 * A person who had left becomes a student again, and a cellphone that the school does not know is filled in; whatever else it knows stays.
 * @returns the memberships that changed
 */
export async function completeStudents(
  db: SchoolDb,
  students: Pick<Student, 'userId' | 'cellphone'>[],
): Promise<PersonSchool[]> {
  const { rows } = await sql<PersonSchool>`
    update memberships m set is_student = true, cellphone = coalesce(nullif(m.cellphone, ''), r.cellphone),
      phone_e164 = case when m.cellphone = '' then r.phone_e164 else m.phone_e164 end,
      phone_read_from = case when m.cellphone = '' then r.cellphone else m.phone_read_from end
    from unnest(${students.map(({ userId }) => userId)}::bigint[], ${students.map(({ cellphone }) => cellphone)}::text[],
      ${students.map(({ cellphone }) => e164Of(cellphone))}::text[]) as r (user_id, cellphone, phone_e164)
    where m.school_id = ${thisSchool} and m.user_id = r.user_id and m.merged_into is null and (not m.is_student or (m.cellphone = '' and r.cellphone <> ''))
    returning ${sql.join(personSchoolColumns.map((column) => sql.ref(`m.${column}`)))}`.execute(db)
  return rows
}

export interface NewMember {
  schoolId: string
  userId: string
  name: string
  email: string
  isAdmin: boolean
  isStudent: boolean
  origin: string
}

/** A person whom the school has already stays as they are. */
export const insertMember = (db: PlatformDb, row: NewMember, now: Date): Promise<PersonSchool[]> =>
  db
    .insertInto('memberships')
    .values({
      school_id: row.schoolId,
      user_id: row.userId,
      name: row.name,
      email: row.email,
      is_admin: row.isAdmin,
      is_student: row.isStudent,
      team_roles: row.isAdmin ? ['owner'] : null,
      origin: row.origin,
      utc_created_on: now,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doNothing())
    .returning(personSchoolColumns)
    .execute()

/** A person with a role stays as they are; of a person who had left, the school keeps what it knows. */
export const insertOrReturnStudent = (
  db: PlatformDb,
  {
    schoolId,
    userId,
    name,
    email,
    cellphone,
    origin,
  }: Omit<NewMember, 'isAdmin' | 'isStudent'> & { cellphone: string },
  now: Date,
): Promise<PersonSchool[]> =>
  db
    .insertInto('memberships')
    .values({
      ...{ school_id: schoolId, user_id: userId, name, email, origin, utc_created_on: now },
      ...phoneColumns(cellphone),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'user_id'])
        .doUpdateSet({ is_student: true })
        .where('memberships.is_admin', '=', false)
        .where('memberships.is_student', '=', false)
        .where('memberships.merged_into', 'is', null),
    )
    .returning(personSchoolColumns)
    .execute()

/** The school's rows of the person go with it. */
export const deleteMembership = (db: SchoolDb, userId: string) =>
  db.deleteFrom('memberships').where('user_id', '=', userId).execute()

export const deleteMember = (db: PlatformDb, schoolId: string, userId: string) =>
  db
    .deleteFrom('memberships')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .returning(['name', 'is_admin as isAdmin', 'is_student as isStudent', 'origin'])
    .executeTakeFirstOrThrow()

/** Data that this school alone has of a person. */
export interface MemberValues {
  name?: string | undefined
  cellphone?: string | undefined
  phone_confirmed?: string
  email_confirmed?: string
  profile_description?: string
  profile_image_key?: string | null
  notes?: string
  password_hash?: string
  access_token_hash?: string
  sealed_cpf?: string | null
  utc_cpf_given_on?: Date | null
}
export const updateMember = (db: SchoolDb, userId: string, values: MemberValues) =>
  db.updateTable('memberships').set(withPhoneColumns(values)).where('user_id', '=', userId).execute()

export const updateMemberOf = (
  db: PlatformDb,
  schoolId: string,
  userId: string,
  values: Pick<MemberValues, 'name' | 'cellphone'>,
) =>
  db
    .updateTable('memberships')
    .set(withPhoneColumns(values))
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .execute()

export const updateEmailOf = (db: PlatformDb, schoolId: string, userId: string, email: string) =>
  db
    .updateTable('memberships')
    .set({ email, access_token_hash: null })
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .execute()

/** @returns the key of the picture; holds the row until the transaction ends */
export const lockAvatar = async (db: SchoolDb, userId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('memberships')
      .where('user_id', '=', userId)
      .select('profile_image_key')
      .forUpdate()
      .executeTakeFirst()
  )?.profile_image_key ?? null

/** A visit after one that was recorded later changes nothing. */
export const markVisit = (db: SchoolDb, userId: string, now: Date) =>
  db
    .updateTable('memberships')
    .set((is) => ({ utc_entered_on: is.fn.coalesce('utc_entered_on', is.val(now)), utc_seen_on: now }))
    .where('user_id', '=', userId)
    .where((is) => is.or([is('utc_seen_on', 'is', null), is('utc_seen_on', '<', now)]))
    .execute()

/** @returns false when the member was marked before, or there is none */
export async function markPublicCohort(
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update memberships set was_in_public_cohort = true
    where school_id = ${schoolId} and user_id = ${userId} and not was_in_public_cohort returning user_id`.execute(db)
  return rows.length > 0
}

/** E-mails of a member: their own, and the further ones that the school has recorded. */
export async function listEmails(db: SchoolDb, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from memberships where school_id = ${thisSchool} and user_id = ${userId}
    union select email from other_emails where school_id = ${thisSchool} and user_id = ${userId}`.execute(db)
  return rows.map(({ email }) => email)
}

/** Members by further e-mails that are not another member's own. A hash of a list of thousands is cheaper than the sorted array that `any` makes. */
export async function listByOtherEmails(
  db: SchoolDb,
  emails: string[],
): Promise<{ other: string; userId: string; email: string }[]> {
  const { rows } = await sql<{ other: string; userId: string; email: string }>`
    select o.email as other, m.user_id as "userId", m.email from other_emails o
    join memberships m on m.school_id = ${thisSchool} and m.user_id = o.user_id
    where o.school_id = ${thisSchool} and o.email in (select unnest(${emails}::text[]))
      and not exists (select from memberships own where own.school_id = ${thisSchool} and own.email = o.email)`.execute(
    db,
  )
  return rows
}
