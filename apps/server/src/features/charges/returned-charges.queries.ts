import { monthStart } from '@escola/contract/time'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { isUncounted } from './student-charges.queries.ts'

/**
 * Students of a month whose price goes back with the import that made them: it brought them to the school in this month, nothing else ever gave them a class, and
 * they were never in the school.
 */
const returnable = (month: string, importId: string) => sql`
  c.school_id = ${thisSchool} and c.month = ${month}::text and c.cents > 0 and c.utc_returned_on is null
  and exists (
    select from enrollment_grants g join memberships m on m.school_id = ${thisSchool} and m.user_id = g.user_id
    where g.school_id = ${thisSchool} and g.user_id = c.user_id and g.source = 'importer' and g.source_key = ${importId}::text
      and m.utc_created_on >= g.utc_starts_on and m.utc_created_on >= ${monthStart(month)}::timestamptz and m.utc_seen_on is null)
  and not exists (
    select from enrollment_grants o
    where o.school_id = ${thisSchool} and o.user_id = c.user_id and (o.source <> 'importer' or o.source_key <> ${importId}::text))`

export async function sumReturnable(db: SchoolDb, month: string, importId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(c.cents), 0)::float8 as cents from counted_students c where ${returnable(month, importId)}`.execute(
    db,
  )
  return rows[0]!.cents
}

/** Adds up what the month has charged for the students to whom an import still gives its class. */
export async function sumChargedByImport(db: SchoolDb, month: string, importId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(c.cents), 0)::float8 as cents from counted_students c
    where c.school_id = ${thisSchool} and c.month = ${month}::text and c.cents > 0 and c.utc_returned_on is null and c.user_id in (
      select g.user_id from enrollment_grants g
      where g.school_id = ${thisSchool} and g.source = 'importer' and g.source_key = ${importId}::text and g.utc_ended_on is null)`.execute(
    db,
  )
  return rows[0]!.cents
}

/** @returns cents and number of the students whose price goes back */
export async function markReturned(
  db: SchoolDb,
  month: string,
  { importId, now }: { importId: string; now: Date },
): Promise<{ cents: number; students: number }> {
  const { rows } = await sql<{ cents: number }>`
    update counted_students c set utc_returned_on = ${now}::timestamptz where ${returnable(month, importId)} returning c.cents`.execute(
    db,
  )
  return { cents: rows.reduce((sum, { cents }) => sum + cents, 0), students: rows.length }
}

/** Student whose price went back, with the rank among the students who cost something in the month. */
export interface ReturnedStudent {
  userId: string
  cents: number
  rank: number
  utc_returned_on: Date
}

/** Lists those of some users who cost their price again that went back in the month, by their places: neither administrators nor those who are paid for. */
export async function listReturned(db: SchoolDb, month: string, userIds: string[]): Promise<ReturnedStudent[]> {
  const { rows } = await sql<ReturnedStudent>`
    select r.user_id as "userId", r.cents, r.rank::float8 as rank, r.utc_returned_on from (
      select c.user_id, c.cents, c.utc_returned_on, c.utc_covered_on, row_number() over (order by c.place, c.user_id) as rank
      from counted_students c where c.school_id = ${thisSchool} and c.month = ${month}::text and c.cents > 0
        and exists (select from counted_students x where x.school_id = ${thisSchool} and x.month = ${month}::text and x.utc_returned_on is not null)) r
    where r.utc_returned_on is not null and r.utc_covered_on is null and r.user_id = any (${userIds}::bigint[])
      and not exists (select from memberships m where m.school_id = ${thisSchool} and m.user_id = r.user_id and ${isUncounted})
    order by r.rank`.execute(db)
  return rows
}

export const unmarkReturned = (db: SchoolDb, month: string, userIds: string[]) =>
  sql`
    update counted_students set utc_returned_on = null
    where school_id = ${thisSchool} and month = ${month}::text and user_id = any (${userIds}::bigint[])`.execute(db)
