import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface CompletionRow {
  course_id: string
  title: string
  link: string
  utc_started_on: Date
  utc_completed_on: Date
  /** Whether a certificate of the course was issued. */
  is_certified: boolean
}

/** Lists the courses that a student has finished, in the order in which they were. */
export async function listCompleted(db: SchoolDb, userId: string): Promise<CompletionRow[]> {
  const { rows } = await sql<CompletionRow>`
    select c.id as course_id, c.title, c.link, p.utc_started_on, p.utc_completed_on,
      exists (select from certificates i where i.school_id = ${thisSchool} and i.user_id = p.user_id and i.course_id = p.course_id) as is_certified
    from course_progress p
    join courses c on c.school_id = ${thisSchool} and c.id = p.course_id
    where p.school_id = ${thisSchool} and p.user_id = ${userId} and p.utc_completed_on is not null
    order by p.utc_completed_on, c.id`.execute(db)
  return rows
}

/** Lists the sums of which something was issued to the student. */
export const listIssuedSums = async (db: SchoolDb, userId: string): Promise<(string | null)[]> =>
  (
    await db
      .selectFrom('certificates')
      .select('template_id')
      .where('user_id', '=', userId)
      .where('course_id', 'is', null)
      .execute()
  ).map(({ template_id }) => template_id)

/** Lists the titles of those of the courses that students can't open. */
export const listClosedTitles = async (db: SchoolDb, courseIds: string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('courses')
      .select('title')
      .where((is) => is('id', '=', is.fn.any(is.val(courseIds))))
      .where('utc_published_on', 'is', null)
      .orderBy('title')
      .execute()
  ).map(({ title }) => title)

/** Lists the student's certificates that can't be printed. */
export const listHeldOf = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('certificate_records')
    .select(['course_id', 'template_id', 'held_why'])
    .where('user_id', '=', userId)
    .where('held_why', 'is not', null)
    .execute()

export const isSum = async (db: SchoolDb, templateId: string): Promise<boolean> =>
  (await db
    .selectFrom('certificate_templates')
    .select('id')
    .where('id', '=', templateId)
    .where('kind', '=', 'sum')
    .executeTakeFirst()) !== undefined
