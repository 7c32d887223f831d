import type { SchoolDb, Tables } from '@escola/db'
import { type Selectable, sql } from 'kysely'
import type { LessonValues } from '../courses/drafts.ts'

export type LessonRow = Selectable<Tables['lessons']>

/** The author's titles and marks of a course's lessons, without their long texts. */
export const listLessonSummaries = (db: SchoolDb, courseId: string) =>
  db
    .selectFrom('lessons')
    .select([
      'id',
      'link',
      sql<string>`coalesce(draft->>'title', title)`.as('title'),
      sql<number>`coalesce((draft->>'main_media_duration')::integer, main_media_duration)`.as('main_media_duration'),
      sql<boolean>`coalesce((draft->>'is_visible')::boolean, is_visible)`.as('is_visible'),
      sql<boolean>`draft is not null`.as('has_draft'),
      'utc_published_on',
    ])
    .where('course_id', '=', courseId)
    .execute()
export type LessonSummaryRow = Awaited<ReturnType<typeof listLessonSummaries>>[number]

export const findLesson = (db: SchoolDb, courseId: string, by: { id: string } | { link: string }) => {
  const query = db.selectFrom('lessons').selectAll().where('course_id', '=', courseId)
  return ('id' in by ? query.where('id', '=', by.id) : query.where('link', '=', by.link)).executeTakeFirst()
}

/** Links of a course's other lessons that a number behind this one could meet. */
export async function listLessonLinksLike(db: SchoolDb, courseId: string, base: string, exceptId: string | null) {
  const rows = await db
    .selectFrom('lessons')
    .select('link')
    .where('course_id', '=', courseId)
    .where('link', 'like', `${base}%`)
    .where('id', 'is distinct from', exceptId)
    .execute()
  return new Set(rows.map((row) => row.link))
}

export const insertLesson = (db: SchoolDb, row: LessonValues & { course_id: string; link: string }) =>
  db
    .insertInto('lessons')
    .values({ ...row, ...json(row) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateLesson = (
  db: SchoolDb,
  id: string,
  { values, draft }: { values: LessonValues; draft: Partial<LessonValues> | null },
  columns: { link?: string },
) =>
  db
    .updateTable('lessons')
    .set((column) => ({
      ...values,
      ...json(values),
      draft: draft && JSON.stringify(draft),
      version: column('version', '+', 1),
      ...columns,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Lays every draft of the course's lessons over their columns. What the author sees stays the same, so versions stay too.
 * @param listedIds lessons that are published now; null when the course is taken back
 */
export async function foldLessonDrafts(db: SchoolDb, courseId: string, listedIds: string[] | null) {
  await sql`update lessons set
      title = coalesce(draft->>'title', title),
      description = coalesce(draft->>'description', description),
      main_media_url = coalesce(draft->>'main_media_url', main_media_url),
      main_media_duration = coalesce((draft->>'main_media_duration')::integer, main_media_duration),
      files = coalesce(draft->'files', files),
      external_links = coalesce(draft->'external_links', external_links),
      is_visible = coalesce((draft->>'is_visible')::boolean, is_visible),
      link_fixed = link_fixed or utc_published_on is not null or id = any(${listedIds ?? []}::bigint[]),
      utc_published_on = case
        when ${listedIds === null} then null
        when id = any(${listedIds ?? []}::bigint[]) then coalesce(utc_published_on, now())
        else utc_published_on end,
      draft = null
    where course_id = ${courseId}`.execute(db)
}

export const discardLessonDrafts = (db: SchoolDb, courseId: string) =>
  db
    .updateTable('lessons')
    .set((column) => ({ draft: null, version: column('version', '+', 1) }))
    .where('course_id', '=', courseId)
    .where('draft', 'is not', null)
    .execute()

/** The driver would send an array as an array of the database's; these columns hold JSON. */
const json = ({ files, external_links }: LessonValues) => ({
  files: JSON.stringify(files),
  external_links: JSON.stringify(external_links),
})
