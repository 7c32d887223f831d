import type { AnswerPlace, OpenAnswerFilter } from '@escola/contract/exam-open-answers.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import type { PageRange } from '../../core/paging.ts'

export interface WaitingFilter extends OpenAnswerFilter {
  /** Courses whose answers are read; undefined for all. */
  only: string[] | undefined
}

const inCourses = (only: string[] | undefined) => (only ? sql`and e.course_id = any (${only}::bigint[])` : sql``)

const meets = ({ degree, lesson, question, only }: WaitingFilter): RawBuilder<unknown> => sql`
  ${inCourses(only)} ${degree ? sql`and e.course_id = ${degree}::bigint` : sql``} ${lesson ? sql`and e.lesson_id = ${lesson}::bigint` : sql``}
  ${question ? sql`and o.question_id = ${question}::bigint` : sql``}`

/** Open answers `o` that wait to be corrected, each at its assessment `e`. */
const waiting = (filter: WaitingFilter) => sql`
  from exam_open_answers o join exams e on e.school_id = ${thisSchool} and e.id = o.exam_id
  where o.school_id = ${thisSchool} and o.earned is null ${meets(filter)}`

/** Answers in the order in which they are corrected: the attempt that was handed in first, question by question. */
const order = sql`o.utc_handed_in_on, o.attempt_id, o.place`

export async function countWaiting(db: SchoolDb, filter: WaitingFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${waiting(filter)}`.execute(db)
  return rows[0]!.total
}

interface PlaceRow {
  lesson_id: string
  lesson: string
  degree_id: string
  degree: string
}
const titles = sql`l.id as lesson_id, l.title as lesson, c.id as degree_id, c.title as degree`
const withTitles = (examId: RawBuilder<unknown>) => sql`
  join exams x on x.school_id = ${thisSchool} and x.id = ${examId}
  join lessons l on l.school_id = ${thisSchool} and l.id = x.lesson_id
  join courses c on c.school_id = ${thisSchool} and c.id = x.course_id`

export interface WaitingRow extends PlaceRow {
  attempt_id: string
  place: number
  utc_handed_in_on: Date
  student: string
  summary: string
}

export async function listWaiting(db: SchoolDb, filter: WaitingFilter, range: PageRange): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select o.attempt_id, o.place, o.utc_handed_in_on, m.name as student, q.summary, ${titles}
    from (select o.* ${waiting(filter)} order by ${order} limit ${range.limit}::int offset ${range.offset}::int) o
    ${withTitles(sql`o.exam_id`)}
    join exam_questions q on q.school_id = ${thisSchool} and q.id = o.question_id
    join memberships m on m.school_id = ${thisSchool} and m.user_id = o.user_id
    order by ${order}`.execute(db)
  return rows
}

export interface WaitingQuestionRow extends PlaceRow {
  question_id: string
  summary: string
  answers: number
}

/** Questions with answers that wait, by assessment; those with the oldest answers where there are more than are asked for. */
export async function listWaitingQuestions(
  db: SchoolDb,
  { atMost, only }: { atMost: number; only: string[] | undefined },
): Promise<WaitingQuestionRow[]> {
  const { rows } = await sql<WaitingQuestionRow>`
    select o.question_id, q.summary, o.answers, ${titles}
    from (select o.exam_id, o.question_id, count(*)::int as answers from exam_open_answers o
      join exams e on e.school_id = ${thisSchool} and e.id = o.exam_id
      where o.school_id = ${thisSchool} and o.earned is null ${inCourses(only)} group by o.exam_id, o.question_id
      order by min(o.utc_handed_in_on), o.exam_id, o.question_id limit ${atMost}::int) o
    ${withTitles(sql`o.exam_id`)}
    join exam_questions q on q.school_id = ${thisSchool} and q.id = o.question_id
    order by c.title, c.id, l.title, l.id, q.summary, o.question_id`.execute(db)
  return rows
}

interface PlacedRow {
  attempt_id: string
  place: number
}

/** The next answer that waits, after one and else from the beginning; never that one itself. */
export async function findNext(
  db: SchoolDb,
  filter: WaitingFilter,
  { attempt_id, number }: AnswerPlace,
  handedInOn: Date,
): Promise<PlacedRow | undefined> {
  const { rows } = await sql<PlacedRow>`
    select o.attempt_id, o.place ${waiting(filter)} and (o.attempt_id, o.place) <> (${attempt_id}::bigint, ${number}::int)
    order by (o.utc_handed_in_on, o.attempt_id, o.place) <= (${handedInOn}::timestamptz, ${attempt_id}::bigint, ${number}::int), ${order}
    limit 1`.execute(db)
  return rows[0]
}

export interface OpenAnswerRow extends PlaceRow {
  user_id: string
  student_link: string
  student: string
  question_id: string
  version: number
  points: number
  answer: unknown
  utc_saved_on: Date
  utc_handed_in_on: Date
  earned: number | null
  comment: string
  utc_corrected_on: Date | null
  corrected_by: string | null
}

export async function findOpenAnswer(
  db: SchoolDb,
  { attempt_id, number }: AnswerPlace,
): Promise<OpenAnswerRow | undefined> {
  const { rows } = await sql<OpenAnswerRow>`
    select o.user_id, m.link as student_link, m.name as student, o.question_id, (a.asked -> (o.place - 1) ->> 'version')::int as version,
      (a.asked -> (o.place - 1) ->> 'points')::int as points, w.answer, w.utc_saved_on, o.utc_handed_in_on, o.earned, o.comment, o.utc_corrected_on,
      b.name as corrected_by, ${titles}
    from exam_open_answers o
    join exam_attempts a on a.school_id = ${thisSchool} and a.id = o.attempt_id
    join exam_answers w on w.school_id = ${thisSchool} and w.attempt_id = o.attempt_id and w.place = o.place and not w.is_late
    join memberships m on m.school_id = ${thisSchool} and m.user_id = o.user_id
    left join memberships b on b.school_id = ${thisSchool} and b.user_id = o.corrected_by
    ${withTitles(sql`o.exam_id`)}
    where o.school_id = ${thisSchool} and o.attempt_id = ${attempt_id}::bigint and o.place = ${number}::int`.execute(db)
  return rows[0]
}
