import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

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

/** Grants that the target has alike take the earlier day and the later end of those that come. */
export const joinAlikeGrants = async (db: SchoolDb, { cohortId, targetId, userIds, movedBy, now }: MovedGrants) => {
  const alike = sql`s.school_id = ${thisSchool} and s.cohort_id = ${cohortId} and s.user_id = any (${userIds}::bigint[]) and s.utc_ended_on is null
    and t.school_id = ${thisSchool} and t.cohort_id = ${targetId} and t.user_id = s.user_id and t.utc_ended_on is null
    and t.source = s.source and t.source_key = s.source_key`
  await sql`
    update enrollment_grants t set utc_starts_on = least(t.utc_starts_on, s.utc_starts_on),
      utc_ends_on = case when t.utc_ends_on is not null and s.utc_ends_on is not null then greatest(t.utc_ends_on, s.utc_ends_on) end,
      moved_from = t.moved_from || s.moved_from || s.cohort_id, utc_moved_on = ${now}, moved_by = ${movedBy}::bigint
    from enrollment_grants s where ${alike}`.execute(db)
  await sql`
    update enrollment_grants s set utc_ended_on = ${now}, ended_why = 'moved', ended_by = ${movedBy}::bigint
    from enrollment_grants t where ${alike}`.execute(db)
}

/** Changes the class of the living grants. @returns the students whose grants were changed */
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
