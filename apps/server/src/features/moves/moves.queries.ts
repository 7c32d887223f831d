import type { MoveFrequency } from '@escola/contract/moves.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Counts the students of a class whose enrolment is at least as old as each of these moments. */
export async function countEnrolledUntil(
  db: SchoolDb,
  cohortId: string,
  until: Record<MoveFrequency, Date>,
): Promise<Record<MoveFrequency, number>> {
  const { rows } = await sql<Record<MoveFrequency, number>>`
    select count(*)::int as "all", (count(*) filter (where utc_created_on <= ${until.year}))::int as "year",
      (count(*) filter (where utc_created_on <= ${until['6month']}))::int as "6month",
      (count(*) filter (where utc_created_on <= ${until.month}))::int as "month"
    from living_enrollments where school_id = ${thisSchool} and cohort_id = ${cohortId} and utc_created_on <= ${until.all}`.execute(
    db,
  )
  return rows[0]!
}

export interface Joining {
  cohortId: string
  targetId: string
  /** Latest enrolment that is moved. */
  until: Date
}

/** Counts the students of a class who would be new to another one. */
export async function countJoining(db: SchoolDb, { cohortId, targetId, until }: Joining): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from living_enrollments e
    where e.school_id = ${thisSchool} and e.cohort_id = ${cohortId}::bigint and e.utc_created_on <= ${until}::timestamptz
      and not exists (select from living_enrollments t
        where t.school_id = ${thisSchool} and t.cohort_id = ${targetId}::bigint and t.user_id = e.user_id)`.execute(db)
  return rows[0]!.total
}

/** Students of a class behind one of them, in order. */
export async function listEnrolledUntil(
  db: SchoolDb,
  { cohortId, until, after, limit }: { cohortId: string; until: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('living_enrollments')
    .where('cohort_id', '=', cohortId)
    .where('utc_created_on', '<=', until)
    .where('user_id', '>', after)
    .select('user_id')
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id!)
}
