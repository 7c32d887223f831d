import { queryPrepared, type SchoolDb, type Statement, thisSchool, type Write, writeLast } from '@escola/db'
import { sql } from 'kysely'

interface Claim {
  userId: string
  courseId: string
}
interface LessonClaim extends Claim {
  lessonId: string
}

/** Begins a course for a student. The course is held first, lightly, as in everything that completes courses; nothing begins when it is gone. */
export const startProgress = (db: SchoolDb, { userId, courseId }: Claim, now: Date) =>
  Promise.all([
    db.selectFrom('courses').select('id').where('id', '=', courseId).forKeyShare().execute(),
    db
      .insertInto('course_progress')
      .values({ user_id: userId, course_id: courseId, utc_started_on: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  ])

/** Waits for the clicks that are under way in a course, and holds back new ones. */
export const lockClicks = (db: SchoolDb, courseId: string) =>
  db.selectFrom('courses').select('id').where('id', '=', courseId).forUpdate().execute()

/** Locks the course lightly, and then the progress of students who began it and have not completed it, as a click does for its student. */
export async function lockIncomplete(
  db: SchoolDb,
  { courseId, after }: { courseId: string; after: string },
  size: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with course as materialized (
      select id from courses where school_id = ${thisSchool} and id = ${courseId} for key share)
    select p.user_id from course join course_progress p on p.school_id = ${thisSchool} and p.course_id = course.id
    where p.utc_completed_on is null and p.user_id > ${after}
    order by p.user_id limit ${size} for no key update of p`.execute(db)
  return rows.map((row) => row.user_id)
}

/**
 * Locks the course lightly, and then the student's progress in it, so that the student's clicks on the course follow one another. The database
 * knows this statement and those of the writes by name, because clicks run them all the time.
 * @returns whether the student has begun the course
 */
export async function lockProgress(db: SchoolDb, { userId, courseId }: Claim): Promise<boolean> {
  const rows = await queryPrepared(db, lockStatement, [userId, courseId])
  return rows.length > 0
}
const lockStatement: Statement = {
  name: 'lock_progress',
  text: `
    with course as materialized (select id from courses where school_id = $1 and id = $3 for key share)
    select p.user_id from course join course_progress p on p.school_id = $1 and p.user_id = $2 and p.course_id = course.id for no key update of p`,
}

/** Queues the write, which is sent in one packet with the commit. */
export const queueCompletion = (db: SchoolDb, { userId, courseId, lessonId }: LessonClaim, now: Date) =>
  writeLast(db, { statement: insertStatement, values: [userId, courseId, lessonId, now] })
const insertStatement: Statement = {
  name: 'insert_completion',
  text: `
    insert into lesson_completions (school_id, user_id, course_id, lesson_id, utc_completed_on) values ($1, $2, $3, $4, $5)
    on conflict do nothing`,
}

/**
 * Queues what takes a completion back, sent in one packet with the commit. The student's progress, which the caller holds, records the lesson,
 * because a lesson once complete stays open.
 */
export const queueTakingBack = (db: SchoolDb, { userId, courseId, lessonId }: LessonClaim) =>
  writeLast(
    db,
    { statement: deleteStatement, values: [userId, lessonId] },
    { statement: takenBackStatement, values: [userId, courseId, lessonId] },
  )
const deleteStatement: Statement = {
  name: 'delete_completion',
  text: 'delete from lesson_completions where school_id = $1 and user_id = $2 and lesson_id = $3',
}
const takenBackStatement: Statement = {
  name: 'note_taken_back',
  text: `
    update course_progress set taken_back = array_append(taken_back, $4)
    where school_id = $1 and user_id = $2 and course_id = $3 and $4 <> all (taken_back)`,
}

/** Records that a student has opened a lesson of a course that they have begun, so that it stays open. */
export const noteOpened = ({ userId, courseId, lessonId }: LessonClaim): Write => ({
  statement: openedStatement,
  values: [userId, courseId, lessonId],
})
const openedStatement: Statement = {
  name: 'note_opened',
  text: `
    update course_progress set opened = array_append(opened, $4)
    where school_id = $1 and user_id = $2 and course_id = $3 and $4 <> all (opened)`,
}

/**
 * Marks the course completed for those who have completed every lesson that it has for them now. Private lessons are not for students whom
 * the public class alone lets in; a student without any class has missed what they have not done. A course that is closed
 * is completed by no click: two students who become one have done all of it with the latest of its lessons.
 * @returns the students who had not been marked before
 */
export async function markCompleted(
  db: SchoolDb,
  { courseId, userIds }: { courseId: string; userIds: string[] },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with lessons as materialized (
      select lesson_id, is_private from published_lessons where school_id = ${thisSchool} and course_id = ${courseId}),
    lent as materialized (
      select user_id from course_openings where school_id = ${thisSchool} and course_id = ${courseId} and user_id = any (${userIds}::bigint[])
        and exists (select from lessons where is_private)
      group by user_id having not bool_or(is_own))
    update course_progress p set utc_completed_on = case
      when exists (select from courses c where c.school_id = ${thisSchool} and c.id = ${courseId} and c.utc_published_on is null)
        then (select max(d.utc_completed_on) from lesson_completions d
          where d.school_id = ${thisSchool} and d.course_id = ${courseId} and d.user_id = p.user_id)
      else ${now}::timestamptz end
    where p.school_id = ${thisSchool} and p.course_id = ${courseId} and p.utc_completed_on is null and p.user_id = any (${userIds}::bigint[])
      and exists (select from lessons l where not l.is_private or p.user_id not in (select user_id from lent))
      and not exists (select from lessons l where (not l.is_private or p.user_id not in (select user_id from lent))
        and not exists (select from lesson_completions d
          where d.school_id = ${thisSchool} and d.user_id = p.user_id and d.lesson_id = l.lesson_id))
    returning p.user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Courses of which a student has completed a lesson. */
export const listStudiedCourses = async (db: SchoolDb, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('lesson_completions')
    .where('user_id', '=', userId)
    .select('course_id')
    .distinct()
    .orderBy('course_id')
    .execute()
  return rows.map(({ course_id }) => course_id)
}
