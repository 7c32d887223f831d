import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Place } from './places.queries.ts'

export interface MovedGrants {
  cohortId: string
  targetId: string
  userIds: string[]
  movedBy: string
  now: Date
}

/** Makes the enrolments of the target, which the grants' own then overwrite. */
export const copyEnrollments = (db: SchoolDb, { cohortId, targetId, userIds }: MovedGrants) =>
  sql`
    insert into enrollments (school_id, cohort_id, user_id, origin, utc_created_on, utc_ends_on)
    select school_id, ${targetId}::bigint, user_id, origin, utc_created_on, utc_ends_on from enrollments
    where school_id = ${thisSchool} and cohort_id = ${cohortId} and user_id = any (${userIds}::bigint[]) order by user_id
    on conflict (school_id, cohort_id, user_id) do nothing`.execute(db)

/** Columns that say together when a grant ends: they stay together. */
const endColumns = [
  'utc_ends_on',
  'utc_term_starts_on',
  'utc_term_ends_on',
  'term_of',
  'utc_charge_ends_on',
  'is_last_charge',
]
/** Takes these columns from the grant that ends later; no end is later than any. */
const laterEnd = sql.join(
  endColumns.map(
    (column) => sql`${sql.ref(column)} = case
      when t.utc_ends_on is not null and (s.utc_ends_on is null or s.utc_ends_on > t.utc_ends_on) then ${sql.ref(`s.${column}`)} else ${sql.ref(`t.${column}`)} end`,
  ),
)

/** Grants that the target has alike take the earlier day and the later end of the two. */
export const joinAlikeGrants = async (db: SchoolDb, { cohortId, targetId, userIds, movedBy, now }: MovedGrants) => {
  // Both sides name the students: a plan that is kept for every batch may otherwise read the whole source of grants for each of them.
  const alike = sql`s.school_id = ${thisSchool} and s.cohort_id = ${cohortId} and s.user_id = any (${userIds}::bigint[]) and s.utc_ended_on is null
    and t.school_id = ${thisSchool} and t.cohort_id = ${targetId} and t.user_id = any (${userIds}::bigint[]) and t.user_id = s.user_id and t.utc_ended_on is null
    and t.source = s.source and t.source_key = s.source_key and t.merged_from = s.merged_from`
  await sql`
    update enrollment_grants t set utc_starts_on = least(t.utc_starts_on, s.utc_starts_on),
      ${laterEnd},
      moved_from = t.moved_from || s.moved_from || s.cohort_id, utc_moved_on = ${now}, moved_by = ${movedBy}::bigint
    from enrollment_grants s where ${alike}`.execute(db)
  await sql`
    update enrollment_grants s set utc_ended_on = ${now}, ended_why = 'moved', ended_by = ${movedBy}::bigint
    from enrollment_grants t where ${alike}`.execute(db)
}

/** Changes the class of the living grants. */
export async function retargetGrants(
  db: SchoolDb,
  { cohortId, targetId, userIds, movedBy, now }: MovedGrants,
): Promise<void> {
  await sql`
    update enrollment_grants set cohort_id = ${targetId}::bigint, moved_from = moved_from || cohort_id, utc_moved_on = ${now}, moved_by = ${movedBy}::bigint
    where school_id = ${thisSchool} and cohort_id = ${cohortId} and user_id = any (${userIds}::bigint[]) and utc_ended_on is null`.execute(
    db,
  )
}

/** Places of those of these grants that live, and whose time is over. */
export async function listLapsedPlaces(db: SchoolDb, grantIds: string[], now: Date): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select distinct cohort_id as "cohortId", user_id as "userId" from enrollment_grants
    where school_id = ${thisSchool} and id = any (${grantIds}::bigint[]) and utc_ended_on is null and utc_ends_on <= ${now}`.execute(
    db,
  )
  return rows
}

/** Changes the class of grants that have ended. */
export async function retargetEndedGrants(
  db: SchoolDb,
  { cohortId, targetId, grantIds, movedBy, now }: Omit<MovedGrants, 'userIds'> & { grantIds: string[] },
): Promise<void> {
  await sql`
    update enrollment_grants set cohort_id = ${targetId}::bigint, moved_from = moved_from || cohort_id, utc_moved_on = ${now}, moved_by = ${movedBy}::bigint
    where school_id = ${thisSchool} and cohort_id = ${cohortId} and id = any (${grantIds}::bigint[])
      and utc_ended_on is not null and ended_why <> 'moved'`.execute(db)
}

/** Ends that an administrator has set for students by hand go with them; one that the target has stays. */
export async function moveExceptions(db: SchoolDb, { cohortId, targetId, userIds }: MovedGrants): Promise<void> {
  await sql`
    insert into term_exceptions (school_id, cohort_id, user_id, utc_ends_on, set_by, utc_set_on)
    select school_id, ${targetId}::bigint, user_id, utc_ends_on, set_by, utc_set_on from term_exceptions
    where school_id = ${thisSchool} and cohort_id = ${cohortId} and user_id = any (${userIds}::bigint[])
    on conflict (school_id, cohort_id, user_id) do nothing`.execute(db)
  await db
    .deleteFrom('term_exceptions')
    .where('cohort_id', '=', cohortId)
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .execute()
}
