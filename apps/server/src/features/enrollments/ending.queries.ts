import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Place } from './grants.queries.ts'

export interface Ending extends Place {
  grantId: string
  endsOn: Date
}

/** Last grants of students whose end is that of a term, which began earlier than the stretch of time that is asked for. */
const endings = sql`
  enrollment_grants g join enrollments e on e.school_id = ${thisSchool} and e.cohort_id = g.cohort_id and e.user_id = g.user_id and e.utc_ends_on = g.utc_ends_on
  where g.school_id = ${thisSchool} and g.utc_ended_on is null and g.utc_ends_on = g.utc_term_ends_on`

/** Terms that end after one moment and up to another, in the order of their ends; those of a student whose access goes on are left out. */
export async function listEndings(
  db: SchoolDb,
  { from, until, after, limit }: { from: Date; until: Date; after: Ending | undefined; limit: number },
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select g.id as "grantId", g.cohort_id as "cohortId", g.user_id as "userId", g.utc_ends_on as "endsOn" from ${endings}
      and g.utc_ends_on > ${from}::timestamptz and g.utc_ends_on <= ${until}::timestamptz
      and coalesce(g.utc_term_starts_on, g.utc_starts_on) < g.utc_ends_on - (${until}::timestamptz - ${from}::timestamptz)
      and (g.utc_ends_on, g.id) > (${after?.endsOn ?? from}::timestamptz, ${after?.grantId ?? '0'}::bigint)
    order by g.utc_ends_on, g.id limit ${limit}::int`.execute(db)
  return rows
}

export async function findNextEnding(db: SchoolDb, after: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ endsOn: Date }>`
    select g.utc_ends_on as "endsOn" from enrollment_grants g
    where g.school_id = ${thisSchool} and g.utc_ended_on is null and g.utc_ends_on > ${after}::timestamptz and g.utc_ends_on = g.utc_term_ends_on
    order by g.utc_ends_on limit 1`.execute(db)
  return rows[0]?.endsOn
}
