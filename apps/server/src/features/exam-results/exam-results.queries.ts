import type { ResultState } from '@escola/contract/exam-results.contract'
import { type MemberSearch, meetsSearch, type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import type { PageRange } from '../../core/paging.ts'
import { passesCourseIn } from '../../team/conditions.queries.ts'

export interface PlaceRow {
  exam_id: string
  course_id: string
  is_private: boolean
  lesson_id: string
  lesson_link: string
  lesson: string
  degree_link: string
  degree: string
  settings: unknown
}

/** Published assessments `e` with the places of their lessons. */
const placeColumns = sql`e.id as exam_id, e.course_id, l.is_private, l.id as lesson_id, l.link as lesson_link, l.title as lesson,
  c.link as degree_link, c.title as degree, b.settings`
const published = sql`
  exams e
  join exam_publications b on b.school_id = ${thisSchool} and b.exam_id = e.id and b.number = e.publication
  join lessons l on l.school_id = ${thisSchool} and l.id = e.lesson_id
  join courses c on c.school_id = ${thisSchool} and c.id = e.course_id`

export async function findPlace(
  db: SchoolDb,
  by: { lessonId: string } | { examId: string },
): Promise<PlaceRow | undefined> {
  const isAsked = 'lessonId' in by ? sql`e.lesson_id = ${by.lessonId}::bigint` : sql`e.id = ${by.examId}::bigint`
  const { rows } = await sql<PlaceRow>`
    select ${placeColumns} from ${published} where e.school_id = ${thisSchool} and ${isAsked}`.execute(db)
  return rows[0]
}

export interface SumsRow {
  attempts: number
  students: number
  passed: number
  mean_percent: number | null
}

/** Sums over marks `k`: an attempt counts once it is handed in. */
const markSums = sql`coalesce(sum(k.attempts), 0)::int as attempts, count(*) filter (where k.attempts > 0)::int as students,
  count(k.utc_passed_on)::int as passed, round(avg(k.points * 100.0 / k.total) filter (where k.total > 0), 1)::float8 as mean_percent`

/** Whether the attempt `a` was handed in and an open answer of it waits to be corrected. */
const waits = sql`a.utc_handed_in_on is not null and a.points is null`

export async function sumMarks(db: SchoolDb, examId: string): Promise<SumsRow & { running: number; waiting: number }> {
  const { rows } = await sql<SumsRow & { running: number; waiting: number }>`
    select ${markSums}, (select count(*)::int from exam_attempts a
        where a.school_id = ${thisSchool} and a.exam_id = ${examId}::bigint and a.utc_handed_in_on is null) as running,
      (select count(*)::int from exam_attempts a
        where a.school_id = ${thisSchool} and a.exam_id = ${examId}::bigint and ${waits}) as waiting
    from exam_marks k where k.school_id = ${thisSchool} and k.exam_id = ${examId}::bigint`.execute(db)
  return rows[0]!
}

/** Number of marks in each band that has any; all points are in the last one. */
export async function countBands(
  db: SchoolDb,
  examId: string,
  bands: number,
): Promise<{ band: number; marks: number }[]> {
  const { rows } = await sql<{ band: number; marks: number }>`
    select least(${bands}::int - 1, (k.points::bigint * ${bands}::int / k.total)::int) as band, count(*)::int as marks
    from exam_marks k where k.school_id = ${thisSchool} and k.exam_id = ${examId}::bigint and k.total > 0 and k.points is not null
    group by band`.execute(db)
  return rows
}

/** Whether a student has an exception, or had one before they were merged into this one. */
const hasException = (examId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`exists (
  select from exam_exceptions x join memberships f on f.school_id = ${thisSchool} and f.user_id = x.user_id
  where x.school_id = ${thisSchool} and x.exam_id = ${examId} and (x.user_id = ${userId} or f.merged_into = ${userId}))`

/** Students `m` with an exception, looked up once for all of them. */
const excepted = (examId: string) => sql`m.user_id in (
  select x.user_id from exam_exceptions x where x.school_id = ${thisSchool} and x.exam_id = ${examId}::bigint
  union all
  select f.merged_into from exam_exceptions x join memberships f on f.school_id = ${thisSchool} and f.user_id = x.user_id
  where x.school_id = ${thisSchool} and x.exam_id = ${examId}::bigint and f.merged_into is not null)`

export interface ExamAsked {
  examId: string
  courseId: string
  isPrivate: boolean
}

/** Students `m` who have attempted, have an exception, or may answer now. The public class doesn't open a private lesson. */
const concerned = ({ examId, courseId, isPrivate }: ExamAsked) => sql`
  m.school_id = ${thisSchool} and m.is_student and not ${passesCourseIn('m', sql`${courseId}::bigint`)} and (
    exists (select from exam_marks k where k.school_id = ${thisSchool} and k.exam_id = ${examId}::bigint and k.user_id = m.user_id)
    or ${excepted(examId)}
    or m.user_id in (select o.user_id from course_openings o
      where o.school_id = ${thisSchool} and o.course_id = ${courseId}::bigint and (o.is_own or not ${isPrivate}::boolean)))`

const hasWaiting = (examId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`exists (
  select from exam_attempts a where a.school_id = ${thisSchool} and a.exam_id = ${examId} and a.user_id = ${userId} and ${waits})`

const inState: Record<ResultState, (examId: string) => RawBuilder<unknown>> = {
  passed: () => sql`k.utc_passed_on is not null`,
  failed: (examId) =>
    sql`k.attempts > 0 and k.utc_passed_on is null and not ${hasWaiting(sql`${examId}::bigint`, sql`m.user_id`)}`,
  waiting: (examId) => hasWaiting(sql`${examId}::bigint`, sql`m.user_id`),
  none: () => sql`coalesce(k.attempts, 0) = 0`,
  exception: excepted,
}

interface StudentsAsked extends ExamAsked {
  search?: MemberSearch | undefined
  state: '' | ResultState
}

const studentsOf = ({ search, state, ...exam }: StudentsAsked) => sql`
  from memberships m
  left join exam_marks k on k.school_id = ${thisSchool} and k.exam_id = ${exam.examId}::bigint and k.user_id = m.user_id
  where ${concerned(exam)} ${search ? sql`and ${meetsSearch(search)}` : sql``} ${state ? sql`and ${inState[state](exam.examId)}` : sql``}`

export async function countStudents(db: SchoolDb, asked: StudentsAsked): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${studentsOf(asked)}`.execute(db)
  return rows[0]!.total
}

export interface StandingRow {
  attempts: number
  points: number | null
  total: number | null
  passed_on: Date | null
  is_running: boolean
  is_waiting: boolean
  attempt_id: string | null
}

/** Mark `k` of a student, with their latest attempt. */
const standing = (examId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`
  coalesce(k.attempts, 0) as attempts, k.points, k.total, k.utc_passed_on as passed_on,
  exists (select from exam_attempts a where a.school_id = ${thisSchool} and a.exam_id = ${examId} and a.user_id = ${userId}
    and a.utc_handed_in_on is null) as is_running,
  ${hasWaiting(examId, userId)} as is_waiting,
  (select a.id from exam_attempts a where a.school_id = ${thisSchool} and a.exam_id = ${examId} and a.user_id = ${userId}
    order by a.utc_begun_on desc, a.id desc limit 1) as attempt_id`

export interface StudentRow extends StandingRow {
  user_id: string
  link: string
  name: string
  email: string
}

export async function listStudents(db: SchoolDb, asked: StudentsAsked, range: PageRange): Promise<StudentRow[]> {
  const order = range.fromEnd ? sql`desc` : sql`asc`
  const { rows } = await sql<StudentRow>`
    select m.user_id, m.link, m.name, m.email, ${standing(sql`${asked.examId}::bigint`, sql`m.user_id`)}
    ${studentsOf(asked)}
    order by m.name ${order}, m.user_id ${order} limit ${range.limit}::int offset ${range.offset}::int`.execute(db)
  return range.fromEnd ? rows.reverse() : rows
}

/** The next students after one of them, by their ids. */
export async function listNextStudents(
  db: SchoolDb,
  exam: ExamAsked,
  { after, limit }: { after: string; limit: number },
): Promise<StudentRow[]> {
  const { rows } = await sql<StudentRow>`
    select m.user_id, m.link, m.name, m.email, ${standing(sql`${exam.examId}::bigint`, sql`m.user_id`)}
    ${studentsOf({ ...exam, state: '' })} and m.user_id > ${after}::bigint
    order by m.user_id limit ${limit}::int`.execute(db)
  return rows
}

/** Published assessments that a student has attempted, has an exception at, or may answer now. */
export async function listOfStudent(db: SchoolDb, userId: string, atMost: number): Promise<(PlaceRow & StandingRow)[]> {
  const { rows } = await sql<PlaceRow & StandingRow>`
    select ${placeColumns}, ${standing(sql`e.id`, sql`${userId}::bigint`)}
    from ${published}
    left join exam_marks k on k.school_id = ${thisSchool} and k.exam_id = e.id and k.user_id = ${userId}::bigint
    where e.school_id = ${thisSchool} and (k.user_id is not null or ${hasException(sql`e.id`, sql`${userId}::bigint`)} or exists (
      select from course_openings o where o.school_id = ${thisSchool} and o.user_id = ${userId}::bigint and o.course_id = e.course_id
        and (o.is_own or not l.is_private)))
    order by k.attempts is null, c.title, c.id, e.id limit ${atMost}::int`.execute(db)
  return rows
}

/** Published assessments of a class's courses, with sums over the students in the class. */
export async function listOfCohort(db: SchoolDb, cohortId: string, atMost: number): Promise<(PlaceRow & SumsRow)[]> {
  const { rows } = await sql<PlaceRow & SumsRow>`
    select ${placeColumns}, s.*
    from ${published}
    cross join lateral (
      select ${markSums} from exam_marks k
      join living_enrollments n on n.school_id = ${thisSchool} and n.cohort_id = ${cohortId}::bigint and n.user_id = k.user_id
      where k.school_id = ${thisSchool} and k.exam_id = e.id) s
    where e.school_id = ${thisSchool} and exists (select from cohort_openings o
      where o.school_id = ${thisSchool} and o.cohort_id = ${cohortId}::bigint and o.course_id = e.course_id and (o.is_own or not l.is_private))
    order by c.title, c.id, e.id limit ${atMost}::int`.execute(db)
  return rows
}

export const findCohort = (db: SchoolDb, id: string) =>
  db.selectFrom('cohorts').select('id').where('id', '=', id).executeTakeFirst()

/** Finds a student by their public link or their id. */
export async function findStudentId(db: SchoolDb, link: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from memberships where school_id = ${thisSchool} and is_student and (link = ${link}::text
      or user_id = case when ${link}::text ~ '^[1-9][0-9]{0,17}$' then ${link}::text::bigint end)
    order by link = ${link}::text desc limit 1`.execute(db)
  return rows[0]?.user_id
}

/** The assessment of an attempt. */
export const findExamOf = (db: SchoolDb, attemptId: string) =>
  db.selectFrom('exam_attempts').select('exam_id').where('id', '=', attemptId).executeTakeFirst()

export const findMember = (db: SchoolDb, userId: string) =>
  db.selectFrom('memberships').select(['user_id', 'link', 'name']).where('user_id', '=', userId).executeTakeFirst()

/** Names of users who are still members of the school. */
export const listNames = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('memberships')
    .select(['user_id', 'name'])
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .execute()

export const hasPassed = async (db: SchoolDb, examId: string, userId: string): Promise<boolean> =>
  Boolean(
    (
      await db
        .selectFrom('exam_marks')
        .select('utc_passed_on')
        .where('exam_id', '=', examId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    )?.utc_passed_on,
  )

/** The correction that stands for each of these versions, where there is one. */
export async function listStanding(db: SchoolDb, versions: { question: string; version: number }[]) {
  const { rows } = await sql<{
    question: string
    version: number
    franchisor_id: string | null
    utc_corrected_on: Date
  }>`
    select distinct on (w.question, w.version) w.question, w.version, c.franchisor_id, c.utc_corrected_on
    from unnest(${versions.map(({ question }) => question)}::bigint[], ${versions.map(({ version }) => version)}::int[]) as w (question, version)
    join exam_key_corrections c on c.school_id = ${thisSchool} and c.question_id = w.question and w.version = any (c.versions)
      and c.utc_undone_on is null
    order by w.question, w.version, c.id desc`.execute(db)
  return rows
}

/** Current versions of questions. */
export const listCurrentVersions = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('exam_questions')
    .select(['id', 'version', 'franchisor_id'])
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()
