import { queryPrepared, type SchoolDb, type Statement, thisSchool, writeLast } from '@escola/db'
import { sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import type { MovedPoints } from '../../core/student-lifecycle.ts'

interface LessonOfStudent {
  userId: string
  lessonId: string
}

export async function countLessonEntries(db: SchoolDb, { userId, lessonId }: LessonOfStudent): Promise<number> {
  const [row] = await queryPrepared<{ entries: number }>(db, countStatement, [userId, lessonId])
  return row!.entries
}
const countStatement: Statement = {
  name: 'count_lesson_karma',
  text: `select count(*)::int as entries from karma_entries
    where school_id = $1 and user_id = $2 and reason = 'lesson' and subject_id = $3`,
}

/** Queues an entry for a lesson, which is sent in one packet with the commit. */
export const queueLessonEntry = (
  db: SchoolDb,
  { userId, lessonId, number, points }: LessonOfStudent & { number: number; points: number },
  now: Date,
) => writeLast(db, { statement: entryStatement, values: [userId, lessonId, number, points, now] })
const entryStatement: Statement = {
  name: 'insert_lesson_karma',
  text: `insert into karma_entries (school_id, user_id, reason, subject_id, number, points, utc_created_on)
    values ($1, $2, 'lesson', $3, $4, $5, $6)`,
}

/** Queues the write for the commit, in the order of people, so that transactions that add to several never wait for each other in a circle. */
export const queueTotals = (db: SchoolDb, userIds: string[], points: number) =>
  writeLast(db, { statement: totalsStatement, values: [userIds, points] })
const totalsStatement: Statement = {
  name: 'add_to_karma',
  text: `insert into karma_totals (school_id, user_id, karma)
    select $1, given.user_id, $3::int from unnest($2::bigint[]) as given (user_id) order by given.user_id
    on conflict (school_id, user_id) do update set karma = karma_totals.karma + excluded.karma`,
}

/**
 * Each entry about a question turns around the one before, so an odd number of them means that its points are given.
 * @returns whether there was anything to give or to take
 */
export async function insertQuestionEntry(
  db: SchoolDb,
  { userId, threadId, isEarned, points }: { userId: string; threadId: string; isEarned: boolean; points: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into karma_entries (school_id, user_id, reason, subject_id, number, points, utc_created_on)
    select ${thisSchool}::bigint, ${userId}::bigint, 'question', ${threadId}::bigint, e.entries + 1, ${points}::int, ${now}::timestamptz
    from (select count(*)::int as entries from karma_entries
      where school_id = ${thisSchool} and user_id = ${userId} and reason = 'question' and subject_id = ${threadId}) e
    where (e.entries % 2 = 0) = ${isEarned}::boolean
    on conflict do nothing returning number`.execute(db)
  return rows.length > 0
}

/** @returns the users who had not earned them before */
export async function insertCourseEntries(
  db: SchoolDb,
  { courseId, userIds, points }: { courseId: string; userIds: string[]; points: number },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into karma_entries (school_id, user_id, reason, subject_id, number, points, utc_created_on)
    select ${thisSchool}::bigint, r.user_id, 'course', ${courseId}::bigint, 1, ${points}::int, ${now}::timestamptz
    from unnest(${userIds}::bigint[]) as r (user_id)
    on conflict do nothing returning user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

/** @returns whether they had not been earned before */
export async function insertExamEntry(
  db: SchoolDb,
  { examId, userId, points }: { examId: string; userId: string; points: number },
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto('karma_entries')
    .values({ user_id: userId, reason: 'exam', subject_id: examId, number: 1, points, utc_created_on: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Two entries that cancel each other: points of a student go to another. */
export const insertMergeEntries = (db: SchoolDb, { fromId, toId, mergeId, number, points }: MovedPoints, now: Date) =>
  db
    .insertInto('karma_entries')
    .values(
      [
        { user_id: fromId, points: -points },
        { user_id: toId, points },
      ].map((entry) => ({ ...entry, reason: 'merge', subject_id: mergeId, number, utc_created_on: now })),
    )
    .execute()

export interface EntryRow {
  reason: 'lesson' | 'course' | 'question' | 'exam' | 'merge'
  points: number
  utc_created_on: Date
  lesson_title: string | null
  course_title: string | null
  /** The course must be published. */
  course_link: string | null
}

/** With the titles that students see, of a question and an assessment those of its lesson. A course comes with its last lesson, and stands above it. */
export async function listEntries(
  db: SchoolDb,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.reason, e.points, e.utc_created_on, l.title as lesson_title, c.title as course_title,
      case when c.utc_published_on is not null then c.link end as course_link
    from (select reason, points, subject_id, number, utc_created_on from karma_entries
      where school_id = ${thisSchool} and user_id = ${userId}
      order by utc_created_on desc, reason, subject_id desc, number desc limit ${limit} offset ${offset}) e
    left join threads t on t.school_id = ${thisSchool} and e.reason = 'question' and t.id = e.subject_id
    left join exams x on x.school_id = ${thisSchool} and e.reason = 'exam' and x.id = e.subject_id
    left join lessons l on l.school_id = ${thisSchool}
      and l.id = case e.reason when 'lesson' then e.subject_id when 'question' then t.lesson_id when 'exam' then x.lesson_id end
    left join courses c on c.school_id = ${thisSchool} and c.id = case when e.reason = 'course' then e.subject_id else l.course_id end
    order by e.utc_created_on desc, e.reason, e.subject_id desc, e.number desc`.execute(db)
  return rows
}

export async function countEntriesOf(db: SchoolDb, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('karma_entries')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const findTotal = async (db: SchoolDb, userId: string): Promise<number> =>
  (await db.selectFrom('karma_totals').where('user_id', '=', userId).select('karma').executeTakeFirst())?.karma ?? 0

export const findRankFlag = async (db: SchoolDb): Promise<boolean> =>
  (await db.selectFrom('schools').select('has_rank').executeTakeFirstOrThrow()).has_rank

/** How many have more points than these; with 0, how many have any. By the index of the rank alone. */
export async function countAbove(db: SchoolDb, karma: number): Promise<number> {
  const { total } = await db
    .selectFrom('karma_totals')
    .where('karma', '>', karma)
    // Redundant, but the planner needs it to use the partial index.
    .where('karma', '>', 0)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export interface RankedRow {
  user_id: string
  karma: number
  name: string
  link: string
  profile_image_key: string | null
}

/** A range of the students who have points, most first; students with as many stand by the order in which they came. */
export async function listRanked(db: SchoolDb, range: PageRange): Promise<RankedRow[]> {
  const rows = await db
    .selectFrom('karma_totals')
    .where('karma', '>', 0)
    .select('user_id')
    .orderBy('karma', readingOrder('desc', range))
    .orderBy('user_id', readingOrder('asc', range))
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return readRanked(
    db,
    rows.map((row) => row.user_id),
  )
}

/** Students under the names that the school has for them, in the order of the rank. */
export const readRanked = (db: SchoolDb, userIds: string[]): Promise<RankedRow[]> =>
  db
    .selectFrom('karma_totals as k')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 'k.school_id').onRef('m.user_id', '=', 'k.user_id'),
    )
    .where((is) => is('k.user_id', '=', is.fn.any(is.val(userIds))))
    .where('k.karma', '>', 0)
    .select(['k.user_id', 'k.karma', 'm.name', 'm.link', 'm.profile_image_key'])
    .orderBy('k.karma', 'desc')
    .orderBy('k.user_id')
    .execute()
