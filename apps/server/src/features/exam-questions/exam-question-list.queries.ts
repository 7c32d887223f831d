import type { ExamQuestionFilter } from '@escola/contract/exam-questions.contract'
import { isUsedIn, meetsBankFilter, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import { currentContents, foundColumns } from './exam-questions.queries.ts'

/** Ids of the questions whose words contain the search, from the trigram index (decision 21), in no order. */
export async function findExamQuestionIds(
  db: SchoolDb,
  { pattern, weakPattern }: { pattern: string; weakPattern: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app.find_exam_questions(${weakPattern}::text, ${pattern}::text) as found (id)`.execute(db)
  return rows.map(({ id }) => id)
}

export interface BankFilter extends ExamQuestionFilter {
  /** Courses whose questions are read beside those of the whole school; undefined for all. */
  only: string[] | undefined
}

const readable = (only: string[] | undefined) =>
  only ? sql<boolean>`(q.course_id is null or q.course_id = any (${only}::bigint[]))` : sql<boolean>`true`

const meets = ({ used, state, only, ...filter }: BankFilter, ids?: string[]) => sql<boolean>`
  q.franchisor_id is null and q.is_archived = ${state === 'archived'}::boolean and ${meetsBankFilter(filter)} and ${readable(only)}
    ${ids ? sql`and q.id = any (${ids}::bigint[])` : sql``} ${used === '' ? sql`` : sql`and ${isUsedIn(used)}`}`

const filtered = (db: SchoolDb, filter: BankFilter, ids?: string[]) =>
  db.selectFrom('exam_questions as q').where(meets(filter, ids))

export async function countExamQuestions(db: SchoolDb, filter: BankFilter, ids?: string[]): Promise<number> {
  const { total } = await filtered(db, filter, ids)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function listExamQuestions(db: SchoolDb, filter: BankFilter, ids: string[] | undefined, range: PageRange) {
  const rows = await filtered(db, filter, ids)
    .select(foundColumns)
    .orderBy('q.id', readingOrder('desc', range))
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return range.fromEnd ? rows.reverse() : rows
}
export type ListedRow = Awaited<ReturnType<typeof listExamQuestions>>[number]

export const hasExamQuestions = async (db: SchoolDb, only: string[] | undefined): Promise<boolean> =>
  (await db
    .selectFrom('exam_questions as q')
    .select('q.id')
    .where('q.franchisor_id', 'is', null)
    .where(readable(only))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The next questions of a search with their content, newest first. */
export const listNextContents = (
  db: SchoolDb,
  filter: BankFilter,
  ids: string[] | undefined,
  { before, limit }: { before: string | undefined; limit: number },
) =>
  currentContents(db)
    .where(meets(filter, ids))
    .$if(before !== undefined, (query) => query.where('q.id', '<', before!))
    .orderBy('q.id', 'desc')
    .limit(limit)
    .execute()

/** Tags of the questions that are not archived, the most used first. */
export async function listTags(
  db: SchoolDb,
  { atMost, only }: { atMost: number; only: string[] | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select t.tag from exam_questions q cross join unnest(q.tags) as t (tag)
    where q.school_id = ${thisSchool} and q.franchisor_id is null and not q.is_archived and ${readable(only)}
    group by t.tag order by count(*) desc, t.tag limit ${atMost}::int`.execute(db)
  return rows.map(({ tag }) => tag)
}
