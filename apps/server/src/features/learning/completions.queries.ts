import { isDivisionByZero, queryPrepared, type SchoolDb, type Statement, thisSchool, type Write } from '@escola/db'
import { sql } from 'kysely'

interface Claim {
  userId: string
  courseId: string
}
/** Clicks of some people on one course, one of each. */
interface Clicks {
  courseId: string
  clicks: { userId: string; lessonId: string }[]
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
 * Holds the course lightly, and then every click of one student on it in a row. Their progress says the same as before, in another row: whoever
 * has looked at it and holds nothing sees by its xmin that somebody clicked meanwhile. Clicks run this and what follows all the time, so the
 * database knows them by name.
 * @returns whether they have begun the course
 */
export async function holdProgress(db: SchoolDb, { userId, courseId }: Claim): Promise<boolean> {
  const rows = await queryPrepared(db, holdStatement, [userId, courseId])
  return rows.length > 0
}
const holdStatement: Statement = {
  name: 'hold_progress',
  text: `
    with course as materialized (select id from courses where school_id = $1 and id = $3 for key share)
    update course_progress p set taken_back = p.taken_back from course
    where p.school_id = $1 and p.user_id = $2 and p.course_id = course.id returning p.user_id`,
}

/**
 * The same of some students, as the first of what is written for them: it fails, and nothing behind it is written, when the course was written to
 * since they looked, when one of them has clicked since, or when somebody holds the progress of one of them. It waits for no student.
 * @param revision the course's, when they looked
 * @param seen what each one's progress was by then
 */
export const claimProgress = (
  { courseId, revision }: { courseId: string; revision: string },
  seen: { userId: string; clicked: string }[],
): Write => ({
  statement: claimStatement,
  values: [seen.map(({ userId }) => userId), courseId, revision, seen.map(({ clicked }) => clicked)],
})
const claimStatement: Statement = {
  name: 'claim_progress',
  text: `
    with course as materialized (select id from courses where school_id = $1 and id = $3 and xmin::text = $4 for key share),
    free as materialized (
      select p.user_id from course cross join unnest((select $2::bigint[]), (select $5::text[])) as who (user_id, clicked)
      join course_progress p on p.school_id = $1 and p.user_id = who.user_id and p.course_id = course.id and p.xmin::text = who.clicked
      for update of p skip locked),
    claimed as (
      update course_progress p set taken_back = p.taken_back from free
      where p.school_id = $1 and p.user_id = free.user_id and p.course_id = $3 returning 1)
    select 1 / (count(*) = cardinality($2::bigint[]))::int from claimed`,
}
/** That a claim was what failed: nothing else of what is written divides. */
export const isUnclaimed = isDivisionByZero

export const insertCompletions = ({ courseId, clicks }: Clicks, now: Date): Write => ({
  statement: insertStatement,
  values: [...columnsOf(clicks), courseId, now],
})
const insertStatement: Statement = {
  name: 'insert_completions',
  text: `
    insert into lesson_completions (school_id, user_id, lesson_id, course_id, utc_completed_on)
    select $1, done.user_id, done.lesson_id, $4, $5 from unnest($2::bigint[], $3::bigint[]) as done (user_id, lesson_id)
    on conflict do nothing`,
}

/** What was finished stays open, so it is noted that it was. Whoever takes back holds the students' progress. */
export const takeBackCompletions = ({ courseId, clicks }: Clicks): Write[] => [
  { statement: deleteStatement, values: columnsOf(clicks) },
  { statement: takenBackStatement, values: [...columnsOf(clicks), courseId] },
]
const deleteStatement: Statement = {
  name: 'delete_completions',
  text: `
    delete from lesson_completions d using unnest($2::bigint[], $3::bigint[]) as undone (user_id, lesson_id)
    where d.school_id = $1 and d.user_id = undone.user_id and d.lesson_id = undone.lesson_id`,
}
const takenBackStatement: Statement = {
  name: 'note_taken_back',
  text: `
    update course_progress p set taken_back = array_append(p.taken_back, undone.lesson_id)
    from unnest($2::bigint[], $3::bigint[]) as undone (user_id, lesson_id)
    where p.school_id = $1 and p.user_id = undone.user_id and p.course_id = $4 and undone.lesson_id <> all (p.taken_back)`,
}

const columnsOf = (clicks: Clicks['clicks']) => [
  clicks.map(({ userId }) => userId),
  clicks.map(({ lessonId }) => lessonId),
]

/**
 * Marks the course completed for those who have completed every lesson that it has for them now. Private lessons are not for whom the public
 * class alone lets in; whoever is let in by none any more has missed what they have not done.
 * @param userIds left out: all who began it
 * @returns those who had not been marked before
 */
export async function markCompleted(
  db: SchoolDb,
  { courseId, userIds }: { courseId: string; userIds?: string[] },
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
    where p.school_id = ${thisSchool} and p.course_id = ${courseId} and p.utc_completed_on is null and (${userIds ?? null}::bigint[] is null or p.user_id = any (${userIds ?? null}::bigint[]))
      and exists (select from lessons l where not l.is_private or p.user_id not in (select user_id from lent))
      and not exists (select from lessons l where (not l.is_private or p.user_id not in (select user_id from lent))
        and not exists (select from lesson_completions d
          where d.school_id = ${thisSchool} and d.user_id = p.user_id and d.lesson_id = l.lesson_id))
    returning p.user_id`.execute(db)
  return rows.map((row) => row.user_id)
}
