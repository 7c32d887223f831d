import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

interface AccessAsk {
  userId: string
  courseId: string
  /** The lesson is private: the public class doesn't open it. */
  isPrivate: boolean
}

/**
 * Ends of the student's access to a course: `is_endless` where a class opens it without an end, the latest end of such classes, and the latest end of
 * a grant that is over.
 */
export async function findAccessEnds(db: SchoolDb, { userId, courseId, isPrivate }: AccessAsk) {
  const { rows } = await sql<{ is_endless: boolean; ends_on: Date | null; ended_on: Date | null }>`
    with opening as materialized (
      select cohort_id from cohort_openings
      where school_id = ${thisSchool} and course_id = ${courseId} and (is_own or not ${isPrivate}::boolean)),
    own as (
      select e.utc_ends_on from enrollments e
      where e.school_id = ${thisSchool} and e.user_id = ${userId} and e.cohort_id in (select cohort_id from opening))
    select exists (select from own where utc_ends_on is null) as is_endless, (select max(utc_ends_on) from own) as ends_on,
      (select max(coalesce(g.utc_ended_on, g.utc_ends_on)) from enrollment_grants g
        where g.school_id = ${thisSchool} and g.user_id = ${userId} and g.cohort_id in (select cohort_id from opening)) as ended_on`.execute(
    db,
  )
  return rows[0]!
}

/** When the student last did something in an attempt. */
export async function findLastSave(db: SchoolDb, attemptId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('exam_answers')
    .select('utc_saved_on')
    .where('attempt_id', '=', attemptId)
    .where('is_late', '=', false)
    .orderBy('utc_saved_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.utc_saved_on
}
