import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

/** The course is held first, lightly, as everything that completes courses does; nothing begins when it is gone. */
export const startProgress = (db: SchoolDb, userId: string, courseId: string, now: Date) =>
  sql`
    insert into course_progress (user_id, course_id, utc_started_on)
    select ${userId}::bigint, id, ${now}::timestamptz from courses where id = ${courseId} for key share
    on conflict do nothing`.execute(db)

/** Waits for the clicks that are under way in a course, and holds back those that come. */
export const lockClicks = (db: SchoolDb, courseId: string) =>
  db.selectFrom('courses').select('id').where('id', '=', courseId).forUpdate().execute()

export const insertCompletion = (db: SchoolDb, userId: string, courseId: string, lessonId: string, now: Date) =>
  db
    .insertInto('lesson_completions')
    .values({ user_id: userId, course_id: courseId, lesson_id: lessonId, utc_completed_on: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteCompletion = (db: SchoolDb, userId: string, lessonId: string) =>
  db.deleteFrom('lesson_completions').where('user_id', '=', userId).where('lesson_id', '=', lessonId).execute()

/**
 * Marks the course completed for those who have completed every lesson that it has now.
 * @param userId of one student; left out: all who began it
 * @returns those who had not been marked before
 */
export async function markCompleted(
  db: SchoolDb,
  { courseId, userId }: { courseId: string; userId?: string },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with lessons as materialized (select lesson_id from app.published_lessons(${courseId}))
    update course_progress p set utc_completed_on = ${now}
    where p.course_id = ${courseId} and p.utc_completed_on is null and p.user_id = coalesce(${userId ?? null}, p.user_id)
      and exists (select from lessons)
      and not exists (select from lessons l where not exists (select from lesson_completions d
        where d.school_id = p.school_id and d.user_id = p.user_id and d.lesson_id = l.lesson_id))
    returning p.user_id`.execute(db)
  return rows.map((row) => row.user_id)
}
