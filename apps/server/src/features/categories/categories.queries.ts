import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { authorColumn } from '../../drafts/drafts.queries.ts'

/**
 * One writer at a time for what all courses of a school share: links, categories and places in them. Taken before any row is
 * locked, so that two writers never wait for each other.
 */
export const lockCatalog = (db: SchoolDb) =>
  sql`select pg_advisory_xact_lock(hashtextextended('courses.catalog', app.school_id()))`.execute(db)

export const listCategories = (db: SchoolDb) =>
  db.selectFrom('categories').select(['id', 'title']).orderBy('position').orderBy('id').execute()

export const hasCategory = async (db: SchoolDb, id: string) =>
  (await db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Every course of the school's own, or those of these ids, as its author sees it in the list, in the order of its category. */
export const listCourseSummaries = (db: SchoolDb, only: string[] | undefined) =>
  db
    .selectFrom('courses')
    .select([
      'id',
      'link',
      'category_id',
      'utc_published_on',
      authorColumn('courses', 'title').as('title'),
      authorColumn('courses', 'cover_key').as('cover_key'),
      authorColumn('courses', 'is_private').as('is_private'),
      authorColumn('courses', 'is_visible').as('is_visible'),
      sql<boolean>`draft is not null
        or exists (select from modules m where m.school_id = ${thisSchool} and m.course_id = courses.id and m.draft is not null)
        or exists (select from lessons l where l.school_id = ${thisSchool} and l.course_id = courses.id and l.draft is not null)`.as(
        'has_draft',
      ),
    ])
    .where('franchisor_id', 'is', null)
    .$if(only !== undefined, (query) => query.where((is) => is('id', '=', is.fn.any(is.val(only!)))))
    .orderBy('position')
    .orderBy('id')
    .execute()
export type CourseSummaryRow = Awaited<ReturnType<typeof listCourseSummaries>>[number]

/** @returns the new ids, in the order of the titles */
export async function insertCategories(db: SchoolDb, titles: string[]): Promise<string[]> {
  if (titles.length === 0) return []
  const rows = await db
    .insertInto('categories')
    .values(titles.map((title) => ({ title })))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export const updateCategories = (db: SchoolDb, rows: { id: string; title: string; position: number }[]) =>
  sql`update categories c set title = n.title, position = n.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, title text, position integer)
    where c.school_id = ${thisSchool} and c.id = n.id`.execute(db)

/**
 * Places every course of the school; a course that no row names stays where it is in its line, without a category. An edition keeps its place, which
 * the board doesn't know, for as long as its category is there.
 */
export const placeCourses = (
  db: SchoolDb,
  rows: { id: string; category_id: string; position: number }[],
  categoryIds: string[],
) =>
  sql`update courses c set category_id = n.category_id, position = coalesce(n.position, c.position)
    from courses o
    left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, category_id bigint, position integer)
      on n.id = o.id
    where c.school_id = ${thisSchool} and o.school_id = ${thisSchool} and c.id = o.id
      and (o.franchisor_id is null or not o.category_id = any(${categoryIds}::bigint[]))
      and (c.category_id, c.position) is distinct from (n.category_id, coalesce(n.position, c.position))`.execute(db)

export const deleteCategoriesExcept = (db: SchoolDb, ids: string[]) =>
  db
    .deleteFrom('categories')
    .where((column) => sql<boolean>`not (${column.ref('id')} = any(${ids}::bigint[]))`)
    .execute()
