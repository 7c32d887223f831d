import type { PlatformDb, SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface PublicCohort {
  id: string
  is_hidden: boolean
  /** Text of its JSON. */
  term: string
  seats: number | null
  utc_enrolls_until: Date | null
}

export async function findPublicCohort(db: SchoolDb | PlatformDb, schoolId: string | typeof thisSchool) {
  const { rows } = await sql<PublicCohort>`
    select id, is_hidden, term::text as term, seats, utc_enrolls_until from cohorts where school_id = ${schoolId} and is_public`.execute(
    db,
  )
  return rows[0]
}

/** One caller at a time counts the seats of a class, up to their number. @returns whether there is one more */
export async function lockSeat(
  db: SchoolDb | PlatformDb,
  schoolId: string | typeof thisSchool,
  { cohortId, now }: { cohortId: string; now: Date },
): Promise<boolean> {
  const held = await sql<{ seats: number | null }>`
    select seats from cohorts where school_id = ${schoolId} and id = ${cohortId}::bigint for no key update`.execute(db)
  const seats = held.rows[0]?.seats ?? null
  if (seats === null) return held.rows.length > 0
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from enrollments where school_id = ${schoolId} and cohort_id = ${cohortId}::bigint and (utc_ends_on is null or utc_ends_on > ${now}::timestamptz)
      limit ${seats}::int) present`.execute(db)
  return rows[0]!.total < seats
}
