import type { ScoreSettings } from '@escola/contract/exam-publication'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Published exams of courses with their maximum points; exercises don't count. */
const publishedExams = (courseIds: string[]) => sql`
  select e.course_id, e.id as exam_id, l.is_private, (
      select sum((part ->> 'points')::integer * coalesce((part ->> 'count')::integer, 1))::integer from jsonb_array_elements(b.parts) part) as total
  from exams e
  join exam_publications b on b.school_id = e.school_id and b.exam_id = e.id and b.number = e.publication
  join published_lessons l on l.school_id = e.school_id and l.course_id = e.course_id and l.lesson_id = e.lesson_id
  where e.school_id = ${thisSchool} and e.course_id = any (${courseIds}::bigint[]) and b.settings ->> 'kind' = 'exam'`

/**
 * Exams that count for each student who has finished one of the courses, with their mark. A private lesson's exam doesn't count for a student who has
 * only the public class, unless they have begun it.
 */
const countedExams = (courseIds: string[]) => sql`
  select p.user_id, p.course_id, x.exam_id, x.total, m.points, m.total as mark_total, m.utc_passed_on
  from course_progress p
  join (${publishedExams(courseIds)}) x on x.course_id = p.course_id
  left join exam_marks m on m.school_id = ${thisSchool} and m.exam_id = x.exam_id and m.user_id = p.user_id
  where p.school_id = ${thisSchool} and p.utc_completed_on is not null and p.course_id = any (${courseIds}::bigint[])
    and (not x.is_private or m.user_id is not null or coalesce((select bool_or(o.is_own) from course_openings o
      where o.school_id = ${thisSchool} and o.user_id = p.user_id and o.course_id = p.course_id), true))`

/**
 * Marks of finished courses that have exams, by student: the contract's `courseMark` in SQL, for all students at once. Sums of fractions are rounded
 * to the digits that are exact, and then half up.
 */
export const finishedMarks = (courseIds: string[]) => sql`
  select user_id, course_id, sum(total) as total,
    floor(round(coalesce(sum(points::numeric * total / nullif(mark_total, 0)), 0), 9) + 0.5) as points
  from (${countedExams(courseIds)}) counted group by user_id, course_id`

/** Mean of the course marks of the row `k`, out of ten points in hundredths, rounded as by the contract's `certificateMark`. */
export const meanMark = sql`floor(round(avg(k.points * 1000 / k.total), 9))`

export interface CountedExam {
  user_id: string
  course_id: string
  exam_id: string
  total: number
  /** Null before an attempt is handed in. */
  points: number | null
  mark_total: number | null
  utc_passed_on: Date | null
}

/** Lists the exams that count for these students in those of the courses that each has finished. */
export async function listCountedExams(db: SchoolDb, courseIds: string[], userIds: string[]): Promise<CountedExam[]> {
  const { rows } = await sql<CountedExam>`
    select * from (${countedExams(courseIds)}) counted where user_id = any (${userIds}::bigint[])
    order by user_id, course_id, exam_id`.execute(db)
  return rows
}

/** Lists what the settings of a student's attempts show, one row for each publication with a handed-in attempt. */
export async function listShownSettings(db: SchoolDb, userId: string, examIds: string[]) {
  const { rows } = await sql<{ exam_id: string; settings: ScoreSettings }>`
    select b.exam_id, b.settings from exam_publications b
    where b.school_id = ${thisSchool} and b.exam_id = any (${examIds}::bigint[]) and exists (
      select from exam_attempts a where a.school_id = ${thisSchool} and a.user_id = ${userId} and a.exam_id = b.exam_id
        and a.publication = b.number and a.points is not null)`.execute(db)
  return rows
}

/** Whether one of the courses has an exam. */
export async function hasExams(db: SchoolDb, courseIds: string[]): Promise<boolean> {
  const { rows } = await sql`select from (${publishedExams(courseIds)}) x limit 1`.execute(db)
  return rows.length > 0
}

export async function countPrintedMarks(db: SchoolDb, places: { examId: string; userId: string }[]): Promise<number> {
  const [examIds, userIds] = [places.map(({ examId }) => examId), places.map(({ userId }) => userId)]
  const { rows } = await sql<{ count: string }>`
    select count(distinct t.id) as count
    from unnest(${examIds}::bigint[], ${userIds}::bigint[]) as place (exam_id, user_id)
    join exams e on e.school_id = ${thisSchool} and e.id = place.exam_id
    join certificate_courses c on c.school_id = ${thisSchool} and c.course_id = e.course_id
    join certificates t on t.school_id = ${thisSchool} and t.id = c.certificate_id and t.user_id = place.user_id
    join certificate_records r on r.school_id = ${thisSchool} and r.id = t.record_id
    where t.utc_replaced_on is null and r.utc_revoked_on is null and jsonb_typeof(t.facts -> 'mark') = 'object'`.execute(
    db,
  )
  return Number(rows[0]!.count)
}
