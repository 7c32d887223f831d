import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import type { Student } from './access.queries.ts'
import { type Asked, keyOf, momentOf, type Row, rangeOf } from './ranges.queries.ts'

interface ExamRow extends Row {
  course: string
  lesson: string
}

/** Events `e` of the range, each with the titles of its assessment's lesson and course. */
const withTitles = (events: RawBuilder<unknown>, asked: Asked) => sql`
  select e.*, l.title as lesson, c.title as course from (select * from (${events}) e ${rangeOf(asked)}) e
  join exams x on x.school_id = ${thisSchool} and x.id = e.exam_id
  join lessons l on l.school_id = ${thisSchool} and l.id = x.lesson_id
  join courses c on c.school_id = ${thisSchool} and c.id = x.course_id`

export interface AttemptEventRow extends ExamRow {
  kind: 'exam_begun' | 'exam_handed_in' | 'exam_passed'
  how: string | null
  points: number | null
  total: number | null
}

/** Attempts of a student: begun, handed in, and the first moment at which they had passed. */
export async function listAttemptEvents(db: SchoolDb, { userIds }: Student, asked: Asked): Promise<AttemptEventRow[]> {
  const isTheirs = sql`school_id = ${thisSchool} and user_id = any(${userIds}::bigint[])`
  const { rows } = await sql<AttemptEventRow>`${withTitles(
    sql`
      select 'exam_begun' as kind, ${keyOf('begun', sql`id`)}, ${momentOf('utc_begun_on')}, exam_id, null::text as how,
        null::int as points, null::int as total
      from exam_attempts where ${isTheirs}
      union all
      select 'exam_handed_in', ${keyOf('handedin', sql`id`)}, ${momentOf('utc_handed_in_on')}, exam_id, handed_in_how, points, total
      from exam_attempts where ${isTheirs} and utc_handed_in_on is not null
      union all
      (select distinct on (exam_id) 'exam_passed', ${keyOf('passed', sql`exam_id`)}, ${momentOf('utc_passed_on')}, exam_id, null, null, null
      from exam_marks where ${isTheirs} and utc_passed_on is not null order by exam_id, utc_passed_on)`,
    asked,
  )}`.execute(db)
  return rows
}

export interface ExceptionEventRow extends ExamRow {
  more_attempts: number
  more_minutes: number
  closes_on: Date | null
  set_by: string
}

/** Exceptions of a student, each dated when it was given or last changed. */
export async function listExceptionEvents(
  db: SchoolDb,
  { user_id }: Pick<Student, 'user_id'>,
  asked: Asked,
): Promise<ExceptionEventRow[]> {
  const { rows } = await sql<ExceptionEventRow>`
    select e.*, coalesce(m.name, '') as set_by from (${withTitles(
      sql`
        select ${keyOf('exception', sql`exam_id`)}, ${momentOf('utc_set_on')}, exam_id, more_attempts, more_minutes,
          utc_closes_on as closes_on, set_by as by_id
        from exam_exceptions where school_id = ${thisSchool} and user_id = ${user_id}`,
      asked,
    )}) e left join memberships m on m.school_id = ${thisSchool} and m.user_id = e.by_id`.execute(db)
  return rows
}

export interface CorrectedEventRow extends ExamRow {
  answers: number
  set_by: string
}

/** Attempts of a student whose open answers are all corrected, each dated by the latest correction. */
export async function listCorrectedEvents(
  db: SchoolDb,
  { userIds }: Pick<Student, 'userIds'>,
  asked: Asked,
): Promise<CorrectedEventRow[]> {
  const { rows } = await sql<CorrectedEventRow>`
    select e.*, coalesce(m.name, '') as set_by from (${withTitles(
      sql`
        select ${keyOf('corrected', sql`attempt_id`)}, date_trunc('milliseconds', max(utc_corrected_on)) as moment, exam_id,
          count(*)::int as answers, (array_agg(corrected_by order by utc_corrected_on desc))[1] as by_id
        from exam_open_answers where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[])
        group by attempt_id, exam_id having bool_and(earned is not null)`,
      asked,
    )}) e left join memberships m on m.school_id = ${thisSchool} and m.user_id = e.by_id`.execute(db)
  return rows
}

export interface LateEventRow extends ExamRow {
  answers: number
  set_by: string
}

/** Late answers of a student that an administrator let count, by attempt. */
export async function listLateEvents(
  db: SchoolDb,
  { userIds }: Pick<Student, 'userIds'>,
  asked: Asked,
): Promise<LateEventRow[]> {
  const { rows } = await sql<LateEventRow>`
    select e.*, coalesce(m.name, '') as set_by from (${withTitles(
      sql`
        select ${keyOf('counted', sql`w.attempt_id`)}, date_trunc('milliseconds', max(w.utc_counted_on)) as moment, a.exam_id,
          count(*)::int as answers, (array_agg(w.counted_by order by w.utc_counted_on desc))[1] as by_id
        from exam_answers w join exam_attempts a on a.school_id = ${thisSchool} and a.id = w.attempt_id
        where w.school_id = ${thisSchool} and w.user_id = any(${userIds}::bigint[]) and w.utc_counted_on is not null
        group by w.attempt_id, a.exam_id`,
      asked,
    )}) e left join memberships m on m.school_id = ${thisSchool} and m.user_id = e.by_id`.execute(db)
  return rows
}
