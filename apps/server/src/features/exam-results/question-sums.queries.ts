import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

/** Attempts at an assessment whose ids are from one to another. */
export interface Stretch {
  examId: string
  from: string
  to: string
}

/** Attempts whose questions are added up: a stretch of those at an assessment, or those of a student. */
export type SummedAttempts = Stretch | { userId: string }

/**
 * Stretches of so many attempts at an assessment, in their order. What the attempts that were handed in add to the sums is the same as long as the stamp is:
 * it has the version of each of their rows.
 */
export async function listStretches(
  db: SchoolDb,
  examId: string,
  attempts: number,
): Promise<(Stretch & { stamp: string })[]> {
  const { rows } = await sql<Pick<Stretch, 'from' | 'to'> & { stamp: string }>`
    select min(id) as "from", max(id) as "to",
      count(*) filter (where is_over) || ' ' || coalesce(sum(hashint8extended(id, row_version)) filter (where is_over), 0) as stamp
    from (
      select a.id, a.xmin::text::bigint as row_version, a.utc_handed_in_on is not null as is_over,
        (row_number() over (order by a.id) - 1) / ${attempts}::int as stretch
      from exam_attempts a where a.school_id = ${thisSchool} and a.exam_id = ${examId}::bigint
    ) s group by stretch order by stretch`.execute(db)
  return rows.map((row) => ({ examId, ...row }))
}

export interface SumsRow {
  exam_id: string
  question: string
  version: number
  /** Option or options that these attempts chose; null where there was nothing to choose, or they chose nothing. */
  chosen: string | string[] | null
  attempts: string
  right: string
  rest: string
  rest_squares: string
  rest_of_right: string
}

/** Questions `q` of attempts that were handed in, each with its points and its place. */
const askedIn = (asked: SummedAttempts): RawBuilder<unknown> => sql`
  select a.id as attempt_id, a.exam_id, (e.asked ->> 'question')::bigint as question, (e.asked ->> 'version')::int as version, e.place::int as place,
    (e.asked ->> 'points')::int as points, a.earned[e.place::int] as earned, a.points as attempt_points, a.total as attempt_total
  from exam_attempts a cross join lateral jsonb_array_elements(a.asked) with ordinality as e (asked, place)
  where a.school_id = ${thisSchool} and a.points is not null and a.earned is not null
    and ${'examId' in asked ? sql`a.exam_id = ${asked.examId}::bigint and ${isWithin(sql`a.id`, asked)}` : sql`a.user_id = ${asked.userId}::bigint`}`

const isWithin = (attemptId: RawBuilder<unknown>, { from, to }: Stretch) =>
  sql`${attemptId} between ${from}::bigint and ${to}::bigint`

/** Repeats the ends of a stretch for its answers, which would otherwise be read from those of the first attempt on. */
const answersWithin = (asked: SummedAttempts) =>
  'examId' in asked ? sql`and ${isWithin(sql`w.attempt_id`, asked)}` : sql``

/** Sums of each version of a question, as `addToSums` of the contract adds them up, by what was chosen: each attempt is read once. */
export async function sumQuestions(db: SchoolDb, asked: SummedAttempts): Promise<SumsRow[]> {
  const { rows } = await sql<SumsRow>`
    select exam_id, question, version, chosen, count(*) as attempts, count(*) filter (where is_right) as "right", sum(rest) as rest,
      sum(rest * rest) as rest_squares, coalesce(sum(rest) filter (where is_right), 0) as rest_of_right
    from (
      select q.exam_id, q.question, q.version, q.earned = q.points as is_right,
        case when w.answer ->> 'kind' in ('one', 'several') then w.answer -> 'chosen' end as chosen,
        case when q.attempt_total > q.counted then (q.attempt_points - coalesce(q.earned, 0))::bigint * 10000 / (q.attempt_total - q.counted) else 0 end as rest
      from (select *, case when earned is null then 0 else points end as counted from (${askedIn(asked)}) a) q
      left join exam_answers w on w.school_id = ${thisSchool} and w.attempt_id = q.attempt_id and w.place = q.place and not w.is_late
        ${answersWithin(asked)}
    ) s group by exam_id, question, version, chosen`.execute(db)
  return rows
}

const keptColumns = [
  'exam_id',
  'question_id',
  'version',
  'attempts',
  'right_attempts',
  'chosen',
  'rest',
  'rest_squares',
  'rest_of_right',
] as const

/** Sums over attempts at an assessment that were erased. */
export const listKeptSums = (db: SchoolDb, examId: string) =>
  db.selectFrom('exam_question_sums').select(keptColumns).where('exam_id', '=', examId).execute()
export type KeptRow = Awaited<ReturnType<typeof listKeptSums>>[number]

/** Keeps assessments from being deleted. @returns those that are there */
export async function holdExams(db: SchoolDb, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('exams')
    .select('id')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Key = Pick<KeptRow, 'exam_id' | 'question_id' | 'version'>

/** Inserts the sums of a version if they are missing, and locks them. */
export async function lockKeptSums(db: SchoolDb, key: Key): Promise<KeptRow> {
  await db
    .insertInto('exam_question_sums')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('exam_question_sums')
    .select(keptColumns)
    .where('exam_id', '=', key.exam_id)
    .where('question_id', '=', key.question_id)
    .where('version', '=', key.version)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export const updateKeptSums = (
  db: SchoolDb,
  key: Key,
  sums: {
    attempts: string
    right_attempts: string
    chosen: string
    rest: string
    rest_squares: string
    rest_of_right: string
  },
) =>
  db
    .updateTable('exam_question_sums')
    .set(sums)
    .where('exam_id', '=', key.exam_id)
    .where('question_id', '=', key.question_id)
    .where('version', '=', key.version)
    .execute()
