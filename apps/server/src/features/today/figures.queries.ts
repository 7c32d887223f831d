import { timeZone } from '@escola/contract/time'
import type { Day } from '@escola/contract/today.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface KeptDay extends Day {
  countedOn: Date
}

/** Days that were counted, from one on, in their order. */
export async function listDays(db: SchoolDb, from: string): Promise<KeptDay[]> {
  const rows = await db
    .selectFrom('school_days')
    .select(['day', 'enrollments', 'completions', 'utc_counted_on as countedOn'])
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
  return rows
}

/** Counts the days from a moment on on which anything happened. A student who has two grants of a class on one day has entered it once. */
export async function countDays(db: SchoolDb, since: Date): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select day, sum(enrollments)::int as enrollments, sum(completions)::int as completions from (
      select to_char(utc_starts_on at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(distinct (cohort_id, user_id)) as enrollments, 0 as completions
      from enrollment_grants where school_id = ${thisSchool} and source <> 'public-class' and utc_starts_on >= ${since} group by 1
      union all
      select to_char(utc_completed_on at time zone ${timeZone}, 'YYYY-MM-DD'), 0, count(*)
      from course_progress where school_id = ${thisSchool} and utc_completed_on >= ${since} group by 1) counted
    group by day`.execute(db)
  return rows
}

export const saveDays = (db: SchoolDb, days: Day[], now: Date) =>
  sql`
    insert into school_days (school_id, day, enrollments, completions, utc_counted_on)
    select ${thisSchool}::bigint, d.day, d.enrollments, d.completions, ${now}::timestamptz
    from unnest(${days.map(({ day }) => day)}::text[], ${days.map((each) => each.enrollments)}::int[],
      ${days.map((each) => each.completions)}::int[]) as d (day, enrollments, completions)
    on conflict (school_id, day) do update
      set enrollments = excluded.enrollments, completions = excluded.completions, utc_counted_on = excluded.utc_counted_on`.execute(
    db,
  )

type Stop = [lessonId: string, students: number]

export interface KeptStops {
  course_id: string | null
  students: number
  stops: Stop[]
  utc_counted_on: Date
}

export const findStops = async (db: SchoolDb): Promise<KeptStops | undefined> =>
  (await db
    .selectFrom('school_stops')
    .select(['course_id', 'students', 'stops', 'utc_counted_on'])
    .executeTakeFirst()) as KeptStops | undefined

/** The published course that most students are under way in. */
export async function findBusiestCourse(db: SchoolDb): Promise<{ courseId: string; students: number } | undefined> {
  const { rows } = await sql<{ courseId: string; students: number }>`
    select p.course_id as "courseId", count(*)::int as students from course_progress p
    join courses c on c.school_id = ${thisSchool} and c.id = p.course_id and c.utc_published_on is not null
    where p.school_id = ${thisSchool} and p.utc_completed_on is null
    group by p.course_id order by students desc, p.course_id limit 1`.execute(db)
  return rows[0]
}

/** Counts at each lesson the students for whom it is the first that they have not completed. */
export async function countStops(db: SchoolDb, courseId: string): Promise<Stop[]> {
  const { rows } = await sql<{ lessonId: string; students: number }>`
    with lessons as materialized (
      select lesson_id, row_number() over (order by module_position, lesson_position) as place from published_lessons
      where school_id = ${thisSchool} and course_id = ${courseId}),
    reached as (
      select (select l.lesson_id from lessons l where not exists (select from lesson_completions d
          where d.school_id = ${thisSchool} and d.user_id = p.user_id and d.lesson_id = l.lesson_id) order by l.place limit 1) as lesson_id
      from course_progress p where p.school_id = ${thisSchool} and p.course_id = ${courseId} and p.utc_completed_on is null)
    select lesson_id::text as "lessonId", count(*)::int as students from reached where lesson_id is not null group by lesson_id`.execute(
    db,
  )
  return rows.map(({ lessonId, students }) => [lessonId, students])
}

export const saveStops = (
  db: SchoolDb,
  { courseId, students, stops }: { courseId: string | null; students: number; stops: Stop[] },
  now: Date,
) => {
  const row = { course_id: courseId, students, stops: JSON.stringify(stops), utc_counted_on: now }
  return db
    .insertInto('school_stops')
    .values(row)
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(row))
    .execute()
}

export interface LessonRow {
  id: string
  link: string
  title: string
  course_link: string
  course_title: string
}

/** The lessons of a course that is still published, in its order. */
export async function listLessons(db: SchoolDb, courseId: string): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`
    select l.id::text as id, l.link, l.title, c.link as course_link, c.title as course_title
    from published_lessons o
    join lessons l on l.school_id = ${thisSchool} and l.id = o.lesson_id
    join courses c on c.school_id = ${thisSchool} and c.id = o.course_id and c.utc_published_on is not null
    where o.school_id = ${thisSchool} and o.course_id = ${courseId}
    order by o.module_position, o.lesson_position`.execute(db)
  return rows
}
