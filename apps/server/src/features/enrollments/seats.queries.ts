import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Place } from './places.queries.ts'

const limitsOf = (db: SchoolDb, cohortId: string) =>
  db
    .selectFrom('cohorts')
    .select(['seats', 'utc_enrolls_until', sql<string>`term::text`.as('term')])
    .where('id', '=', cohortId)

export const findLimits = (db: SchoolDb, cohortId: string) => limitsOf(db, cohortId).executeTakeFirst()

/** One caller at a time counts the seats of a class; rows that point to it are written meanwhile. */
export const lockLimits = (db: SchoolDb, cohortId: string) => limitsOf(db, cohortId).forNoKeyUpdate().executeTakeFirst()

/** Counts up to a bound: a class that has more students than seats has none to give. */
export async function countPresent(db: SchoolDb, cohortId: string, { now, atMost }: { now: Date; atMost: number }) {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from enrollments where school_id = ${thisSchool} and cohort_id = ${cohortId}::bigint and (utc_ends_on is null or utc_ends_on > ${now}::timestamptz)
      limit ${atMost}::int) present`.execute(db)
  return rows[0]!.total
}

/** Latest living grant of each of these places, as the news of its class. */
export async function listLivingGrants(db: SchoolDb, places: Place[]) {
  const { rows } = await sql<{ subjectId: string; cohortId: string }>`
    select max(g.id) as "subjectId", g.cohort_id as "cohortId" from enrollment_grants g
    join unnest(${places.map(({ cohortId }) => cohortId)}::bigint[], ${places.map(({ userId }) => userId)}::bigint[]) as p (cohort_id, user_id)
      on p.cohort_id = g.cohort_id and p.user_id = g.user_id
    where g.school_id = ${thisSchool} and g.utc_ended_on is null group by g.cohort_id, g.user_id`.execute(db)
  return rows
}

/**
 * Why the latest grant of a place ended; null while one lives, undefined where there was none. One that came to the class after its end says nothing of it:
 * its student was elsewhere then.
 */
export async function findLatestEnd(db: SchoolDb, { cohortId, userId }: Place): Promise<string | null | undefined> {
  const latest = await db
    .selectFrom('enrollment_grants')
    .select('ended_why')
    .where('cohort_id', '=', cohortId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`(utc_moved_on is null or utc_ended_on is null or utc_moved_on <= utc_ended_on)`)
    .orderBy('utc_ended_on', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.ended_why
}
