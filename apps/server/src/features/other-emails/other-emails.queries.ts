import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface Student {
  name: string
  email: string
}

/** Locks a student until the transaction ends, so that what is counted of them stays so. */
export const lockStudent = (db: SchoolDb, userId: string): Promise<Student | undefined> =>
  db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where('is_student', '=', true)
    .select(['name', 'email'])
    .forUpdate()
    .executeTakeFirst()

export const isStudent = async (db: SchoolDb, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where('is_student', '=', true)
    .select('user_id')
    .executeTakeFirst()) !== undefined

export interface OtherEmailRow {
  id: string
  email: string
  utc_added_on: Date
}
const columns = ['id', 'email', 'utc_added_on'] as const

export const listOtherEmails = (db: SchoolDb, userId: string): Promise<OtherEmailRow[]> =>
  db.selectFrom('other_emails').where('user_id', '=', userId).select(columns).orderBy('id').execute()

/** @returns undefined where the school has the e-mail for a student already */
export const insertOtherEmail = (
  db: SchoolDb,
  row: { user_id: string; email: string; added_by: string; utc_added_on: Date },
): Promise<OtherEmailRow | undefined> =>
  db
    .insertInto('other_emails')
    .values(row)
    .onConflict((conflict) => conflict.columns(['school_id', 'email']).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** The student who has an e-mail as a further one. */
export async function findHolder(db: SchoolDb, email: string): Promise<{ userId: string; name: string } | undefined> {
  const { rows } = await sql<{ userId: string; name: string }>`
    select o.user_id as "userId", m.name from other_emails o
    join memberships m on m.school_id = ${thisSchool} and m.user_id = o.user_id
    where o.school_id = ${thisSchool} and o.email = ${email}`.execute(db)
  return rows[0]
}

export const isMembersEmail = async (db: SchoolDb, email: string): Promise<boolean> =>
  (await db.selectFrom('memberships').where('email', '=', email).select('user_id').executeTakeFirst()) !== undefined

/** @returns whether it was there */
export const deleteOtherEmail = async (
  db: SchoolDb,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> =>
  (await db
    .deleteFrom('other_emails')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
