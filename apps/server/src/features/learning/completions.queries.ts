import { queryPrepared, type SchoolDb, type Statement, thisSchool } from '@escola/db'
import { sql } from 'kysely'

interface Claim {
  userId: string
  courseId: string
}
interface Click extends Claim {
  lessonId: string
}

/** The course is held first, lightly, as everything that completes courses does; nothing begins when it is gone. Both leave in one packet. */
export const startProgress = (db: SchoolDb, { userId, courseId }: Claim, now: Date) =>
  Promise.all([
    db.selectFrom('courses').select('id').where('id', '=', courseId).forKeyShare().execute(),
    db
      .insertInto('course_progress')
      .values({ user_id: userId, course_id: courseId, utc_started_on: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  ])

/** Waits for the clicks that are under way in a course, and holds back those that come. */
export const lockClicks = (db: SchoolDb, courseId: string) =>
  db.selectFrom('courses').select('id').where('id', '=', courseId).forUpdate().execute()

/**
 * Holds the course lightly and then every click of one student on it in a row; undefined when the student never began it. A click runs this
 * and the next two all the time, so the database knows them by name.
 */
export async function holdProgress(db: SchoolDb, { userId, courseId }: Claim) {
  const [held] = await queryPrepared<{ utc_completed_on: Date | null }>(db, holdStatement, [userId, courseId])
  return held
}
const holdStatement: Statement = {
  name: 'hold_progress',
  text: `
    with course as materialized (select school_id, id from courses where school_id = $1 and id = $3 for key share)
    select p.utc_completed_on from course join course_progress p on p.school_id = course.school_id and p.course_id = course.id
    where p.school_id = $1 and p.user_id = $2 for update of p`,
}

export const insertCompletion = (db: SchoolDb, { userId, courseId, lessonId }: Click, now: Date) =>
  queryPrepared(db, insertStatement, [userId, courseId, lessonId, now])
const insertStatement: Statement = {
  name: 'insert_completion',
  text: `insert into lesson_completions (school_id, user_id, course_id, lesson_id, utc_completed_on) values ($1, $2, $3, $4, $5) on conflict do nothing`,
}

/** What was finished stays open, so it is noted that it was. Whoever takes back holds the student's progress. */
export const takeBackCompletion = (db: SchoolDb, { userId, courseId, lessonId }: Click) =>
  Promise.all([
    queryPrepared(db, deleteStatement, [userId, lessonId]),
    queryPrepared(db, takenBackStatement, [userId, courseId, lessonId]),
  ])
const deleteStatement: Statement = {
  name: 'delete_completion',
  text: 'delete from lesson_completions where school_id = $1 and user_id = $2 and lesson_id = $3',
}
const takenBackStatement: Statement = {
  name: 'note_taken_back',
  text: `
    update course_progress set taken_back = array_append(taken_back, $4::bigint)
    where school_id = $1 and user_id = $2 and course_id = $3 and $4::bigint <> all (taken_back)`,
}

/**
 * Marks the course completed for those who have completed every lesson that it has for them now. Private lessons are not for whom the public
 * class alone lets in; whoever is let in by none any more has missed what they have not done.
 * @param userId of one student; left out: all who began it
 * @returns those who had not been marked before
 */
export async function markCompleted(
  db: SchoolDb,
  { courseId, userId }: { courseId: string; userId?: string },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with lessons as materialized (
      select lesson_id, is_private from published_lessons where school_id = ${thisSchool} and course_id = ${courseId}),
    lent as materialized (
      select user_id from course_openings where school_id = ${thisSchool} and course_id = ${courseId}
        and exists (select from lessons where is_private)
      group by user_id having not bool_or(is_own))
    update course_progress p set utc_completed_on = ${now}
    where p.school_id = ${thisSchool} and p.course_id = ${courseId} and p.utc_completed_on is null and p.user_id = coalesce(${userId ?? null}, p.user_id)
      and exists (select from lessons l where not l.is_private or p.user_id not in (select user_id from lent))
      and not exists (select from lessons l where (not l.is_private or p.user_id not in (select user_id from lent))
        and not exists (select from lesson_completions d
          where d.school_id = ${thisSchool} and d.user_id = p.user_id and d.lesson_id = l.lesson_id))
    returning p.user_id`.execute(db)
  return rows.map((row) => row.user_id)
}
