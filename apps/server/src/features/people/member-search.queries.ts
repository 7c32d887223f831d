import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Ids of at most so many students who match, from the trigram index (decision 21), in no order. */
export async function findByIndex(
  db: SchoolDb,
  { pattern, weakPattern, atMost }: { pattern: string; weakPattern: string; atMost: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app.find_students(${weakPattern}, ${pattern}, ${atMost}::int) as found (id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** E-mails of these members: their own, and the further ones that the school has recorded. */
export async function listEmails(db: SchoolDb, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ email: string }>`
    select email from memberships where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[])
    union select email from other_emails where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[])`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}

/** Members whose telephone ends with these eight digits, from their index, in no order. */
export async function findByTail(
  db: SchoolDb,
  tail: string,
  atMost: number,
): Promise<{ id: string; cellphone: string }[]> {
  const { rows } = await sql<{ id: string; cellphone: string }>`
    select id, cellphone from app.find_phones(${tail}::text, ${atMost}::int)`.execute(db)
  return rows
}
