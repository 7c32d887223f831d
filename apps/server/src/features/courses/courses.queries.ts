import type { CourseCohort, CourseReach } from '@escola/contract/courses.contract'
import { hasBegun, type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { foldedRows, wantedColumns, wantedRows } from '../../drafts/drafts.queries.ts'
import type { Kept } from '../../drafts/drafts.ts'
import { CourseValues } from './course-values.ts'

export type CourseRow = Selectable<Tables['courses']>

type By = { id: string } | { link: string }

export const findCourse = (db: SchoolDb, by: By) => {
  const query = db.selectFrom('courses').selectAll()
  return ('id' in by ? query.where('id', '=', by.id) : query.where('link', '=', by.link)).executeTakeFirst()
}

/** The course, locked until the transaction ends; people who study it don't wait. */
export const lockCourse = (db: SchoolDb, by: By) => {
  const query = db.selectFrom('courses').selectAll().forNoKeyUpdate()
  return ('id' in by ? query.where('id', '=', by.id) : query.where('link', '=', by.link)).executeTakeFirst()
}

export const findFranchisorName = async (db: SchoolDb, id: string): Promise<string> =>
  (await db.selectFrom('franchisors').select('name').where('franchisor_id', '=', id).executeTakeFirstOrThrow()).name

/** Lists other courses' links that begin with this one, to find a number that is free. */
export async function listCourseLinksLike(db: SchoolDb, base: string, exceptId: string | null) {
  const rows = await db
    .selectFrom('courses')
    .select('link')
    .where('link', 'like', `${base}%`)
    .where('id', 'is distinct from', exceptId)
    .execute()
  return new Set(rows.map((row) => row.link))
}

/** Inserts a course at the end of its category. */
export const insertCourse = async (db: SchoolDb, row: { title: string; link: string; category_id: string | null }) =>
  db
    .insertInto('courses')
    .values({ ...row, position: await nextPosition(db, row.category_id) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** @param keepVersion set for changes that no other writer's text can collide with */
export const updateCourse = (
  db: SchoolDb,
  id: string,
  course: Kept<CourseValues>,
  { link, keepVersion = false }: { link?: string; keepVersion?: boolean } = {},
) =>
  db
    .updateTable('courses')
    .from(wantedRows('courses', [course]))
    .set(wantedColumns(CourseValues))
    .$if(link !== undefined, (query) => query.set({ link }))
    .$if(!keepVersion, (query) => query.set((column) => ({ version: column('courses.version', '+', 1) })))
    .where('courses.id', '=', id)
    .returningAll('courses')
    .executeTakeFirstOrThrow()

/**
 * The draft becomes columns. The author's view stays the same, so the version stays too; and the row is written whether or not it has a
 * draft, because a reader that caches a published course learns by it that it, a module or a lesson was published again. Editions of affiliates
 * learn it by the published version.
 */
export const foldCourse = (db: SchoolDb, id: string, columns: { utc_published_on: Date | null; link_fixed: boolean }) =>
  db
    .updateTable('courses')
    .from(foldedRows('courses', CourseValues))
    .set((column) => ({
      ...wantedColumns(CourseValues),
      ...columns,
      published_version: column('courses.published_version', '+', '1'),
    }))
    .whereRef('courses.id', '=', 'wanted.id')
    .where('courses.id', '=', id)
    .returningAll('courses')
    .executeTakeFirstOrThrow()

/** Also tells readers that cache a published course. */
export const countPublishing = (db: SchoolDb, id: string) =>
  db
    .updateTable('courses')
    .set((column) => ({ published_version: column('courses.published_version', '+', '1') }))
    .where('id', '=', id)
    .where('utc_published_on', 'is not', null)
    .execute()

/** Titles of the table `x`, in their order. */
const titlesOf = (from: RawBuilder<unknown>) => sql`
  array(select x.title ${from} order by x.title, x.id)`

export async function findReach(db: SchoolDb, id: string): Promise<CourseReach> {
  const templates = (kind: 'sum' | 'course') => sql`
    from certificate_templates x where x.school_id = ${thisSchool} and x.kind = ${kind} and x.utc_saved_on is not null and exists (
      select from certificate_template_courses l where l.school_id = ${thisSchool} and l.template_id = x.id and l.course_id = ${id})`
  const { rows } = await sql<CourseReach>`
    select count(*)::int as begun, count(p.utc_completed_on)::int as completed,
      (select count(*)::int from cohort_contents k where k.school_id = ${thisSchool} and k.course_id = ${id}) as cohorts,
      ${titlesOf(sql`
        from cohorts x join cohort_contents k on k.school_id = ${thisSchool} and k.cohort_id = x.id and k.course_id = ${id}
        where x.school_id = ${thisSchool} and not x.is_hidden`)} as cohort_titles,
      ${titlesOf(templates('sum'))} as sums, ${titlesOf(templates('course'))} as models,
      ${titlesOf(sql`
        from affiliate_plans x where x.school_id = ${thisSchool} and (
          exists (select from affiliate_plan_courses k
            where k.school_id = ${thisSchool} and k.plan_id = x.id and k.course_id = ${id})
          or x.all_courses and exists (select from courses c where c.school_id = ${thisSchool} and c.id = ${id}
            and c.franchisor_id is null and c.utc_published_on is not null and not c.hide_to_affiliates))`)} as plans,
      coalesce((select json_agg(x) from (
        select e.lesson_id::text, count(a.id)::int as attempts, (select count(*)::int from exam_marks k
          where k.school_id = ${thisSchool} and k.exam_id = e.id and k.attempts > 0) as students
        from exams e join exam_attempts a on a.school_id = ${thisSchool} and a.exam_id = e.id
        where e.school_id = ${thisSchool} and e.course_id = ${id} group by e.id, e.lesson_id) x), '[]') as exams
    from course_progress p where p.school_id = ${thisSchool} and p.course_id = ${id} and ${hasBegun}`.execute(db)
  return rows[0]!
}

/** The classes that the school sees, newest first; on demand those alone that give the course. */
export async function listCohorts(
  db: SchoolDb,
  courseId: string,
  { ofCourseAlone }: { ofCourseAlone: boolean },
): Promise<CourseCohort[]> {
  const { rows } = await sql<CourseCohort>`
    select h.id, h.title, h.is_public, h.utc_archived_on is not null as is_archived,
      exists (select from cohort_contents o
        where o.school_id = ${thisSchool} and o.cohort_id = h.id and o.course_id = ${courseId}) as has_degree,
      (select count(*)::int from living_enrollments e where e.school_id = ${thisSchool} and e.cohort_id = h.id) as "totalStudents",
      exists (select from sales_integrations i where i.school_id = ${thisSchool} and i.cohort_id = h.id and i.utc_ended_on is null) as is_sold
    from cohorts h where h.school_id = ${thisSchool} and not h.is_hidden and (not ${ofCourseAlone}::boolean or exists (select from cohort_contents o
        where o.school_id = ${thisSchool} and o.cohort_id = h.id and o.course_id = ${courseId}))
    order by h.id desc`.execute(db)
  return rows.map(({ is_archived, ...row }) => (is_archived ? { ...row, is_archived } : row))
}

/** Counts the students whom some class gives the course. */
export async function countStudents(db: SchoolDb, courseId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct e.user_id)::int as total from cohort_contents o
    join living_enrollments e on e.school_id = o.school_id and e.cohort_id = o.cohort_id
    where o.school_id = ${thisSchool} and o.course_id = ${courseId} and not o.is_hidden`.execute(db)
  return rows[0]!.total
}

export const isSelling = async (db: SchoolDb): Promise<boolean> =>
  (await db
    .selectFrom('sales_integrations')
    .where('utc_ended_on', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const moveCourse = async (db: SchoolDb, id: string, categoryId: string | null) =>
  db
    .updateTable('courses')
    .set({ category_id: categoryId, position: await nextPosition(db, categoryId) })
    .where('id', '=', id)
    .where('category_id', 'is distinct from', categoryId)
    .execute()

/** Waits for transactions that are giving rows this course, and blocks further ones. */
export const lockForDeletion = (db: SchoolDb, id: string) =>
  db.selectFrom('courses').select('id').where('id', '=', id).forUpdate().execute()

export const deleteCourse = (db: SchoolDb, id: string) => db.deleteFrom('courses').where('id', '=', id).execute()

/** Finds the position behind the last course. It stays free, because the caller holds the catalogue. */
async function nextPosition(db: SchoolDb, categoryId: string | null) {
  const { last } = await db
    .selectFrom('courses')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('category_id', 'is not distinct from', categoryId)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}
