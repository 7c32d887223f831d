import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

async function sumWhere(db: SchoolDb, month: string, who: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(c.cents), 0)::float8 as cents from counted_students c
    where c.school_id = ${thisSchool} and c.month = ${month}::text and c.cents > 0 and c.utc_returned_on is null
      and c.user_id ${who}`.execute(db)
  return rows[0]!.cents
}

export const sumCharged = (db: SchoolDb, month: string, userIds: string[]): Promise<number> =>
  sumWhere(db, month, sql`= any (${userIds}::bigint[])`)

/** Students of a class: those enrolled up to a moment, those of a list, or all. */
export interface InCohort {
  cohortId: string
  until?: Date
  userIds?: string[]
}

export const sumChargedIn = (db: SchoolDb, month: string, { cohortId, until, userIds }: InCohort): Promise<number> =>
  sumWhere(
    db,
    month,
    sql`in (
      select e.user_id from living_enrollments e where e.school_id = ${thisSchool} and e.cohort_id = ${cohortId}::bigint
        and (${until ?? null}::timestamptz is null or e.utc_created_on <= ${until ?? null}::timestamptz)
        and (${userIds ?? null}::bigint[] is null or e.user_id = any (${userIds ?? null}::bigint[])))`,
  )
