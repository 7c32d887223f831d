import { type SchoolDb, type Statement, thisSchool, type Write } from '@escola/db'
import { sql } from 'kysely'
import { readingOrder, type Stretch } from '../../core/paging.ts'

/** How many entries there are about a lesson of somebody's, in a statement inside their school: an odd number while its points are given. */
export const entriesAbout = (userId: string, lessonId: string) => `
    (select count(*)::int from karma_entries e
      where e.school_id = $1 and e.user_id = ${userId} and e.reason = 'lesson' and e.subject_id = ${lessonId})`

/**
 * Clicks on lessons write these all the time, so the database knows them by name. Whoever writes has counted those that are there. It answers
 * something because a cluster copies what answers nothing, which policies refuse.
 */
const entriesStatement: Statement = {
  name: 'insert_karma_entries',
  text: `insert into karma_entries (school_id, user_id, reason, subject_id, number, points, utc_created_on)
    select $1, given.user_id, 'lesson', given.lesson_id, given.number, given.points, $6
    from unnest($2::bigint[], $3::bigint[], $4::int[], $5::int[]) as given (user_id, lesson_id, number, points)
    returning number`,
}
/** In the order of people, so that those who add to several never wait for each other in a circle. */
const totalsStatement: Statement = {
  name: 'add_to_karma',
  text: `insert into karma_totals (school_id, user_id, karma)
    select $1, given.user_id, given.points from unnest($2::bigint[], $3::int[]) as given (user_id, points) order by given.user_id
    on conflict (school_id, user_id) do update set karma = karma_totals.karma + excluded.karma`,
}

interface OfLesson {
  userId: string
  lessonId: string
}
interface LessonEntry extends OfLesson {
  number: number
  points: number
}

const columnOf = <Row, Name extends keyof Row>(rows: Row[], name: Name) => rows.map((row) => row[name])

export const insertEntries = (entries: LessonEntry[], now: Date): Write => ({
  statement: entriesStatement,
  values: [
    columnOf(entries, 'userId'),
    columnOf(entries, 'lessonId'),
    columnOf(entries, 'number'),
    columnOf(entries, 'points'),
    now,
  ],
})

/** @param given to one person once */
export const addToTotals = (given: { userId: string; points: number }[]): Write => ({
  statement: totalsStatement,
  values: [columnOf(given, 'userId'), columnOf(given, 'points')],
})

/**
 * The first entry about a question gives, the second takes back what the first has given.
 * @returns whether there was anything to give or to take
 */
export async function insertQuestionEntry(
  db: SchoolDb,
  { userId, threadId, number, points }: { userId: string; threadId: string; number: 1 | 2; points: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into karma_entries (school_id, user_id, reason, subject_id, number, points, utc_created_on)
    select ${thisSchool}::bigint, ${userId}::bigint, 'question', ${threadId}::bigint, ${number}::int, ${points}::int, ${now}::timestamptz
    where ${number}::int = 1 or exists (select from karma_entries
      where school_id = ${thisSchool} and user_id = ${userId} and reason = 'question' and subject_id = ${threadId} and number = 1)
    on conflict do nothing returning number`.execute(db)
  return rows.length > 0
}

/** @returns those who had not earned them before */
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

export interface EntryRow {
  reason: 'lesson' | 'course' | 'question'
  points: number
  utc_created_on: Date
  lesson_title: string | null
  course_title: string | null
  /** Of a course that is published. */
  course_link: string | null
}

/** With the titles that students see, of a question those of its lesson. A course comes with its last lesson, and stands above it. */
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
    left join lessons l on l.school_id = ${thisSchool} and l.id = case e.reason when 'lesson' then e.subject_id when 'question' then t.lesson_id end
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
    // Said again for the planner: the index holds no others.
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

/** A stretch of those who have points, most first; who has as many stand by the order in which they came. */
export async function listRanked(db: SchoolDb, stretch: Stretch): Promise<RankedRow[]> {
  const rows = await db
    .selectFrom('karma_totals')
    .where('karma', '>', 0)
    .select('user_id')
    .orderBy('karma', readingOrder('desc', stretch))
    .orderBy('user_id', readingOrder('asc', stretch))
    .limit(stretch.limit)
    .offset(stretch.offset)
    .execute()
  return readRanked(
    db,
    rows.map((row) => row.user_id),
  )
}

/** As the school knows them, in the order of the rank. */
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
