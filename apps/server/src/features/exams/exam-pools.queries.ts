import { type DrawFilter, examLimits } from '@escola/contract/exam-plan'
import { meetsBankFilter, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

const filtered = (db: SchoolDb, filter: DrawFilter) =>
  db
    .selectFrom('exam_questions as q')
    .select(['q.id as question', 'q.version', 'q.kind'])
    .where('q.franchisor_id', 'is', null)
    .where('q.is_archived', '=', false)
    .where(meetsBankFilter(filter))
    .orderBy('q.id')
    // One more than may be published says that there are too many.
    .limit(examLimits.pooled + 1)

/** Questions of the bank that a draw finds. */
export const listPool = (db: SchoolDb, filter: DrawFilter) => filtered(db, filter).execute()

/** Keeps the questions that a draw finds from being deleted. */
export const holdPool = (db: SchoolDb, filter: DrawFilter) => filtered(db, filter).forKeyShare().execute()

const named = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('exam_questions')
    .select(['id', 'version', 'summary', 'kind', 'difficulty', 'is_archived', 'course_id'])
    .where('franchisor_id', 'is', null)
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))

export const listNamed = (db: SchoolDb, ids: string[]) => named(db, ids).execute()
export type NamedQuestion = Awaited<ReturnType<typeof listNamed>>[number]

/** Keeps the questions that a plan names from being deleted. */
export const holdNamed = (db: SchoolDb, ids: string[]) => named(db, ids).forKeyShare().execute()

/** Contents of these versions, of the bank and of editions, each with its corrections that aren't undone, the oldest first. */
export async function listVersions(db: SchoolDb, wanted: { question: string; version: number }[]) {
  const { rows } = await sql<{ question: string; version: number; content: unknown; corrections: unknown[] | null }>`
    select v.question_id as question, v.number as version, v.content,
      (select jsonb_agg(c.answer order by c.id) from exam_key_corrections c
        where c.school_id = ${thisSchool} and c.question_id = v.question_id and v.number = any (c.versions) and c.utc_undone_on is null
      ) as corrections
    from exam_question_versions v
    join unnest(${wanted.map(({ question }) => question)}::bigint[], ${wanted.map(({ version }) => version)}::int[]) as wanted (question, version)
      on wanted.question = v.question_id and wanted.version = v.number
    where v.school_id = ${thisSchool}`.execute(db)
  return rows
}

/** Numbers of all versions of a question. */
export async function listVersionNumbers(db: SchoolDb, questionId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('exam_question_versions')
    .select('number')
    .where('question_id', '=', questionId)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** Titles of the lessons whose assessment names a question, or may still ask it; on demand those of these courses alone, and the number of all. */
export async function listUses(
  db: SchoolDb,
  questionId: string,
  { atMost, only }: { atMost: number; only: string[] | undefined },
) {
  const named = JSON.stringify([{ kind: 'fixed', question: questionId }])
  const isNamed = only ? sql`e.course_id = any (${only}::bigint[])` : sql`true`
  const { rows } = await sql<{ title: string | null; total: string }>`
    select case when ${isNamed} then l.title end as title, count(*) over () as total
    from exams e join lessons l on l.school_id = e.school_id and l.id = e.lesson_id
    where e.school_id = ${thisSchool} and (e.plan -> 'parts' @> ${named}::jsonb
      or exists (select from exam_publication_questions q
        where q.school_id = ${thisSchool} and q.exam_id = e.id and q.question_id = ${questionId}::bigint))
    order by ${only ? sql`${isNamed} desc, ` : sql``}l.id limit ${atMost}::int`.execute(db)
  return { titles: rows.flatMap(({ title }) => title ?? []), total: Number(rows[0]?.total ?? 0) }
}
