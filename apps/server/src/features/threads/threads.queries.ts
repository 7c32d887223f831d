import type { ThreadState } from '@escola/contract/threads.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import { patternOf } from '../../core/search-pattern.ts'

export interface ReplyRow {
  id: string
  user_id: string
  user_name: string | null
  profile_image_key: string | null
  message: string
  is_admin: boolean
  /** Time as JSON has it. */
  utc_created_on: string
}

export interface ThreadRow {
  id: string
  user_id: string
  user_name: string
  profile_image_key: string | null
  message: string
  utc_answered_on: Date | null
  utc_created_on: Date
  content_link: string
  content_title: string
  degree_link: string
  degree_title: string
  replies: ReplyRow[]
}

/** Threads with their lesson and course as they are published, and with their authors, as the school knows them. */
const selectThreads = (db: SchoolDb, chosen: RawBuilder<unknown>) =>
  sql<ThreadRow>`
    select t.id, t.user_id, m.name as user_name, m.profile_image_key, t.message, t.utc_answered_on, t.utc_created_on,
      l.link as content_link, l.title as content_title, c.link as degree_link, c.title as degree_title,
      (select coalesce(json_agg(json_build_object('id', r.id::text, 'user_id', r.user_id::text, 'user_name', w.name,
          'profile_image_key', w.profile_image_key, 'message', r.message, 'is_admin', r.is_admin, 'utc_created_on', r.utc_created_on) order by r.id), '[]')
        from thread_replies r
        left join memberships w on w.school_id = ${thisSchool} and w.user_id = r.user_id
        where r.school_id = ${thisSchool} and r.thread_id = t.id) as replies
    from threads t
    join memberships m on m.school_id = ${thisSchool} and m.user_id = t.user_id
    join lessons l on l.school_id = ${thisSchool} and l.id = t.lesson_id
    join courses c on c.school_id = ${thisSchool} and c.id = t.course_id
    where t.school_id = ${thisSchool} and ${chosen}`.execute(db)

/** Rows of these ids. */
export const readThreads = async (db: SchoolDb, ids: string[]) =>
  (await selectThreads(db, sql`t.id = any (${ids}::bigint[])`)).rows

/** Questions that a list holds: those of a lesson, or those of the school in a state, in all courses or in some. */
export type ThreadChoice =
  | { lessonId: string }
  | { state: ThreadState; course?: string | undefined; search: string; only: string[] | undefined }

/** Each word of a search is looked for in the question and in its student's name. */
function chosenThreads(db: SchoolDb, choice: ThreadChoice) {
  const threads = db.selectFrom('threads as t')
  if ('lessonId' in choice) return threads.where('t.lesson_id', '=', choice.lessonId)
  const { state, course, search, only } = choice
  let chosen = threads.where('t.utc_answered_on', state === 'waiting' ? 'is' : 'is not', null)
  if (only !== undefined) chosen = chosen.where((is) => is('t.course_id', '=', is.fn.any(is.val(only))))
  if (course !== undefined) chosen = chosen.where('t.course_id', '=', course)
  for (const word of search.split(/\s+/).filter(Boolean)) {
    const pattern = sql<string>`app.fold(${patternOf(word)})`
    chosen = chosen.where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`t.folded like ${pattern}`,
        exists(
          selectFrom('memberships as m')
            .select('m.user_id')
            .whereRef('m.school_id', '=', 't.school_id')
            .whereRef('m.user_id', '=', 't.user_id')
            .where(sql<boolean>`split_part(m.folded, E'\n', 1) like ${pattern}`),
        ),
      ]),
    )
  }
  return chosen
}

export const countThreads = async (db: SchoolDb, choice: ThreadChoice) =>
  Number(
    (
      await chosenThreads(db, choice)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  )

/** Ids of a range: of a lesson the newest question first, of those that wait the oldest, of those that were answered the latest answer. */
export async function listThreadIds(db: SchoolDb, choice: ThreadChoice, range: PageRange): Promise<string[]> {
  const isWaiting = 'state' in choice && choice.state === 'waiting'
  const reading = readingOrder(isWaiting ? 'asc' : 'desc', range)
  const rows = await chosenThreads(db, choice)
    .select('t.id')
    .$if('state' in choice && !isWaiting, (query) => query.orderBy('t.utc_answered_on', reading))
    .orderBy('t.id', reading)
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  return range.fromEnd ? ids.reverse() : ids
}

/** Courses that were asked about, of all or of these. */
export const listAskedCourses = (db: SchoolDb, only: string[] | undefined) =>
  db
    .selectFrom('courses as c')
    .select(['c.id', 'c.title'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('threads as t')
          .select('t.id')
          .whereRef('t.school_id', '=', 'c.school_id')
          .whereRef('t.course_id', '=', 'c.id'),
      ),
    )
    .$if(only !== undefined, (query) => query.where((is) => is('c.id', '=', is.fn.any(is.val(only!)))))
    .orderBy('c.title')
    .orderBy('c.id')
    .execute()

/** Course of a question under a lesson's link. */
export const findCourseOf = async (db: SchoolDb, { id, lessonLink }: { id: string; lessonLink: string }) =>
  (
    await db
      .selectFrom('threads as t')
      .innerJoin('lessons as l', (join) =>
        join.onRef('l.school_id', '=', 't.school_id').onRef('l.id', '=', 't.lesson_id'),
      )
      .where('t.id', '=', id)
      .where('l.link', '=', lessonLink)
      .select('t.course_id')
      .executeTakeFirst()
  )?.course_id

/** Waits for a transaction that answers or deletes it. */
export const lockThread = (db: SchoolDb, { id, lessonLink }: { id: string; lessonLink: string }) =>
  db
    .selectFrom('threads as t')
    .innerJoin('lessons as l', (join) =>
      join.onRef('l.school_id', '=', 't.school_id').onRef('l.id', '=', 't.lesson_id'),
    )
    .where('t.id', '=', id)
    .where('l.link', '=', lessonLink)
    .select(['t.id', 't.user_id', 't.lesson_id', 't.course_id', 't.utc_answered_on'])
    .forUpdate('t')
    .executeTakeFirst()

export const insertThread = (
  db: SchoolDb,
  row: { course_id: string; lesson_id: string; user_id: string; message: string; utc_created_on: Date },
) => db.insertInto('threads').values(row).returning('id').executeTakeFirstOrThrow()

export const insertReply = (
  db: SchoolDb,
  row: { thread_id: string; user_id: string; is_admin: boolean; message: string; utc_created_on: Date },
) => db.insertInto('thread_replies').values(row).returning('id').executeTakeFirstOrThrow()

/** Counts the replies to a question; a holder of the question reads the present ones. */
export async function countReplies(db: SchoolDb, threadId: string): Promise<{ total: number; bySchool: number }> {
  const { total, by_school } = await db
    .selectFrom('thread_replies')
    .where('thread_id', '=', threadId)
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      fn.countAll<string>().filterWhere('is_admin', '=', true).as('by_school'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(total), bySchool: Number(by_school) }
}

/** The messages under a question, in their order. */
export const listReplies = (db: SchoolDb, threadId: string) =>
  db
    .selectFrom('thread_replies')
    .where('thread_id', '=', threadId)
    .select(['id', 'user_id', 'is_admin', 'utc_created_on'])
    .orderBy('id')
    .execute()

export const deleteReply = (db: SchoolDb, id: string) => db.deleteFrom('thread_replies').where('id', '=', id).execute()

export const setAnswered = (db: SchoolDb, id: string, answeredOn: Date | null) =>
  db.updateTable('threads').set({ utc_answered_on: answeredOn }).where('id', '=', id).execute()

export const deleteThread = (db: SchoolDb, id: string) => db.deleteFrom('threads').where('id', '=', id).execute()

/** The courses that have a published lesson under this link. */
export const listCoursesWith = (db: SchoolDb, lessonLink: string) =>
  db
    .selectFrom('lessons as l')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.school_id', '=', 'l.school_id').onRef('c.id', '=', 'l.course_id'),
    )
    .where('l.link', '=', lessonLink)
    .where('l.utc_published_on', 'is not', null)
    .where('c.utc_published_on', 'is not', null)
    .select('c.link')
    .limit(2)
    .execute()
