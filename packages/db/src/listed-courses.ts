import { sql } from 'kysely'
import type { SchoolDb } from './database.ts'
import { thisSchool } from './name-school.ts'

/** Tables of courses that an administrator has chosen, each with the column of what lists them. */
const owners = {
  affiliate_plan_courses: 'plan_id',
  cohort_courses: 'cohort_id',
} as const

/** Replaces the courses that something lists. Rows of courses that stay are not touched. */
export async function replaceListedCourses(
  db: SchoolDb,
  table: keyof typeof owners,
  ownerId: string,
  courseIds: string[],
): Promise<void> {
  const owner = sql.ref(owners[table])
  await sql`
    delete from ${sql.table(table)}
    where school_id = ${thisSchool} and ${owner} = ${ownerId}::bigint and course_id <> all(${courseIds}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into ${sql.table(table)} (school_id, ${owner}, course_id)
    select ${thisSchool}::bigint, ${ownerId}::bigint, course_id from unnest(${courseIds}::bigint[]) as listed (course_id)
    on conflict do nothing`.execute(db)
}

/** Takes a course off the list of the public class: a private course is in it only when the list names it. */
export async function dropFromPublicCohort(db: SchoolDb, courseId: string): Promise<void> {
  await sql`
    delete from cohort_courses cc using cohorts h
    where cc.school_id = ${thisSchool} and cc.course_id = ${courseId}::bigint
      and h.school_id = ${thisSchool} and h.id = cc.cohort_id and h.is_public`.execute(db)
}
