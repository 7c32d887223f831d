import { timeZone } from '@escola/contract/time'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Student } from './access.queries.ts'
import { type Asked, keyOf, momentOf, type Row, rangeOf } from './ranges.queries.ts'

export interface LessonsEventRow extends Row {
  course: string
  lesson: string
  lessons: number
}

/** Lessons that a student completed, those of one course and day together. Of a lesson that two merged students completed, the first time counts. */
export async function listLessonEvents(db: SchoolDb, { userIds }: Student, asked: Asked): Promise<LessonsEventRow[]> {
  const { rows } = await sql<LessonsEventRow>`
    select e.key, e.moment, e.lessons, coalesce(c.title, '') as course, coalesce(l.title, '') as lesson from (
      select * from (
        select ${keyOf('study', sql`max(lesson_id)`)}, date_trunc('milliseconds', max(done_on)) as moment, course_id, count(*)::int as lessons,
          (array_agg(lesson_id order by done_on desc, lesson_id desc))[1] as last_id
        from (
          select lesson_id, course_id, min(utc_completed_on) as done_on from lesson_completions
          where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[]) group by lesson_id, course_id
        ) done group by course_id, (done_on at time zone ${sql.lit(timeZone)})::date
      ) e ${rangeOf(asked)}
    ) e
    left join courses c on c.school_id = ${thisSchool} and c.id = e.course_id
    left join lessons l on l.school_id = ${thisSchool} and l.id = e.last_id`.execute(db)
  return rows
}

export interface CourseEventRow extends Row {
  course: string
}

/** Courses that a student has finished. */
export async function listCourseEvents(db: SchoolDb, { userIds }: Student, asked: Asked): Promise<CourseEventRow[]> {
  const { rows } = await sql<CourseEventRow>`
    select * from (
      select ${keyOf('course', sql`p.course_id`)}, date_trunc('milliseconds', min(p.utc_completed_on)) as moment, c.title as course
      from course_progress p join courses c on c.school_id = ${thisSchool} and c.id = p.course_id
      where p.school_id = ${thisSchool} and p.user_id = any(${userIds}::bigint[]) and p.utc_completed_on is not null
      group by p.course_id, c.title
    ) e ${rangeOf(asked)}`.execute(db)
  return rows
}

export interface QuestionEventRow extends Row {
  course: string
  lesson: string
  answered_on: Date | null
}

export async function listQuestions(db: SchoolDb, { userIds }: Student, asked: Asked): Promise<QuestionEventRow[]> {
  const { rows } = await sql<QuestionEventRow>`
    select e.key, e.moment, e.answered_on, coalesce(c.title, '') as course, coalesce(l.title, '') as lesson from (
      select * from (
        select ${keyOf('question', sql`id`)}, ${momentOf('utc_created_on')}, course_id, lesson_id, utc_answered_on as answered_on
        from threads where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[])
      ) e ${rangeOf(asked)}
    ) e
    left join courses c on c.school_id = ${thisSchool} and c.id = e.course_id
    left join lessons l on l.school_id = ${thisSchool} and l.id = e.lesson_id`.execute(db)
  return rows
}
