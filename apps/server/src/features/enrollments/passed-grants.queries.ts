import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { MergedStudents } from '../../core/student-lifecycle.ts'

/** Classes of a student, and of those whose grants would come back to another. */
export const listCohortIds = async (db: SchoolDb, userIds: string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('enrollments')
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .select('cohort_id')
    .distinct()
    .orderBy('cohort_id')
    .execute()
  return rows.map(({ cohort_id }) => cohort_id)
}

/** Makes enrolments like another student's, which the grants' own then overwrite. */
export const copyEnrollmentsOf = (db: SchoolDb, { fromId, toId }: MergedStudents) =>
  sql`
    insert into enrollments (school_id, cohort_id, user_id, origin, utc_created_on, utc_ends_on)
    select school_id, cohort_id, ${toId}::bigint, origin, utc_created_on, utc_ends_on from enrollments
    where school_id = ${thisSchool} and user_id = ${fromId} order by cohort_id
    on conflict (school_id, cohort_id, user_id) do nothing`.execute(db)

export const passGrants = (db: SchoolDb, { fromId, toId }: MergedStudents) =>
  sql`
    update enrollment_grants set user_id = ${toId}::bigint, merged_from = merged_from || user_id
    where school_id = ${thisSchool} and user_id = ${fromId}`.execute(db)

export const takeGrantsBack = (db: SchoolDb, { fromId, toId }: MergedStudents) =>
  sql`
    update enrollment_grants set user_id = ${fromId}::bigint, merged_from = trim_array(merged_from, 1)
    where school_id = ${thisSchool} and user_id = ${toId} and merged_from[cardinality(merged_from)] = ${fromId}`.execute(
    db,
  )

/** Tells whether a student has, or had, a class by a grant of their own. */
export const hasGrants = async (db: SchoolDb, userId: string): Promise<boolean> =>
  (await db.selectFrom('enrollment_grants').where('user_id', '=', userId).select('id').limit(1).executeTakeFirst()) !==
  undefined
