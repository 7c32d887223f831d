import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { type GrantRow, originColumn, originOf } from './grants.queries.ts'
import { idsOf, listPlaces, momentsOf, type Place, type SchoolId } from './places.queries.ts'

/** Those of these places whose students are in the class at a moment. */
export async function listPresent(db: SchoolDb, places: Place[], now: Date): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select e.cohort_id as "cohortId", e.user_id as "userId" from enrollments e
    join ${listPlaces(places)} on p.cohort_id = e.cohort_id and p.user_id = e.user_id
    where e.school_id = ${thisSchool} and (e.utc_ends_on is null or e.utc_ends_on > ${now}::timestamptz)`.execute(db)
  return rows
}

export interface HeldPlace extends Place {
  /** The enrolment was made just now. */
  isNew: boolean
  endsOn: Date | null
}

/**
 * Makes the enrolments of these grants or holds the ones that are there, so that grants of one place change one transaction at a time.
 * @param grants at most one of a place
 */
export async function lockOrMakeEnrollments(
  db: SchoolDb | PlatformDb,
  schoolId: SchoolId,
  grants: GrantRow[],
): Promise<HeldPlace[]> {
  const { cohortIds, userIds } = idsOf(grants)
  const { rows } = await sql<HeldPlace>`
    insert into enrollments as e (school_id, cohort_id, user_id, origin, utc_created_on, utc_ends_on)
    select ${schoolId}::bigint, r.cohort_id, r.user_id, r.origin, r.starts_on, r.ends_on
    from unnest(${cohortIds}, ${userIds}, ${grants.map(originOf)}::text[], ${momentsOf(grants.map(({ startsOn }) => startsOn))},
      ${momentsOf(grants.map(({ endsOn }) => endsOn))}) as r (cohort_id, user_id, origin, starts_on, ends_on)
    order by r.user_id, r.cohort_id
    on conflict (school_id, cohort_id, user_id) do update set origin = e.origin
    returning cohort_id as "cohortId", user_id as "userId", utc_ends_on as "endsOn", xmax = 0 as "isNew"`.execute(db)
  return rows
}

/** Makes the enrolments of these places say what their living grants say. */
export const projectEnrollments = (db: SchoolDb | PlatformDb, schoolId: SchoolId, places: Place[]) =>
  sql`
    update enrollments e set origin = living.origin, utc_created_on = living.starts_on, utc_ends_on = living.ends_on
    from (
      select g.cohort_id, g.user_id, min(g.utc_starts_on) as starts_on, (array_agg(${originColumn} order by g.utc_starts_on, g.id))[1] as origin,
        case when bool_and(g.utc_ends_on is not null) then max(g.utc_ends_on) end as ends_on
      from enrollment_grants g join ${listPlaces(places)} on p.cohort_id = g.cohort_id and p.user_id = g.user_id
      where g.school_id = ${schoolId} and g.utc_ended_on is null group by g.cohort_id, g.user_id
    ) living
    where e.school_id = ${schoolId} and e.cohort_id = living.cohort_id and e.user_id = living.user_id
      and (e.origin, e.utc_created_on, e.utc_ends_on) is distinct from (living.origin, living.starts_on, living.ends_on)`.execute(
    db,
  )

/** Deletes the enrolments of these places that no living grant keeps. @returns the places that were left */
export async function deleteForsakenEnrollments(db: SchoolDb, places: Place[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    delete from enrollments e using ${listPlaces(places)}
    where e.school_id = ${thisSchool} and e.cohort_id = p.cohort_id and e.user_id = p.user_id and not exists (
      select from enrollment_grants g
      where g.school_id = ${thisSchool} and g.cohort_id = e.cohort_id and g.user_id = e.user_id and g.utc_ended_on is null)
    returning e.cohort_id as "cohortId", e.user_id as "userId"`.execute(db)
  return rows
}

/** Locks the enrolments of these places until the transaction ends, students in order. @returns the enrolments found */
export async function lockEnrollments(db: SchoolDb, places: Place[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select e.cohort_id as "cohortId", e.user_id as "userId" from enrollments e join ${listPlaces(places)} on p.cohort_id = e.cohort_id and p.user_id = e.user_id
    where e.school_id = ${thisSchool} order by e.user_id, e.cohort_id for update of e`.execute(db)
  return rows
}

/** Locks all enrolments of a class, as each end of a grant holds one before it changes the grant. */
export const lockCohortEnrollments = (db: SchoolDb, cohortId: string) =>
  sql`
    select count(*) from (select from enrollments where school_id = ${thisSchool} and cohort_id = ${cohortId}
      order by user_id for update) held`.execute(db)
