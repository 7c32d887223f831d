import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Edition as the jobs see it. */
export interface EditionRow {
  course_id: string
  is_open: boolean
  is_gone: boolean
  version: string
  /** Null until contents were copied for the first time: a course of old has the version 0 too. */
  utc_copied_on: Date | null
  utc_published_on: Date | null
  category_title: string
}

const columns = [
  'e.course_id',
  'e.is_open',
  'e.is_gone',
  'e.version',
  'e.utc_copied_on',
  'e.utc_published_on',
  'e.category_title',
] as const

const selectEditions = (db: SchoolDb) =>
  db
    .selectFrom('courses as c')
    .innerJoin('editions as e', (join) =>
      join.onRef('e.school_id', '=', 'c.school_id').onRef('e.course_id', '=', 'c.id'),
    )

/** Whether this school approved the courses of the franchisor by itself; the franchisor's word alone opens nothing here. */
export const hasApproved = async (db: SchoolDb, franchisorId: string): Promise<boolean> =>
  (await db
    .selectFrom('franchisors')
    .select('franchisor_id')
    .where('franchisor_id', '=', franchisorId)
    .where('utc_approved_on', 'is not', null)
    .where('utc_declined_on', 'is', null)
    .where('utc_removed_on', 'is', null)
    .executeTakeFirst()) !== undefined

export const listEditions = (db: SchoolDb, franchisorId: string): Promise<EditionRow[]> =>
  selectEditions(db).where('c.franchisor_id', '=', franchisorId).select(columns).orderBy('e.course_id').execute()

/** Locks all editions of a franchisor until the transaction ends; people who study them don't wait. */
export const lockEditions = (db: SchoolDb, franchisorId: string) =>
  db
    .selectFrom('courses')
    .select('id')
    .where('franchisor_id', '=', franchisorId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Locks one edition until the transaction ends. */
export const lockEdition = (db: SchoolDb, franchisorId: string, courseId: string) =>
  db
    .selectFrom('courses')
    .select('id')
    .where('franchisor_id', '=', franchisorId)
    .where('id', '=', courseId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findEdition = (db: SchoolDb, courseId: string): Promise<EditionRow | undefined> =>
  selectEditions(db).where('c.id', '=', courseId).select(columns).executeTakeFirst()

/** Links of courses that a number behind one of these could meet. */
export async function listLinksLike(db: SchoolDb, bases: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ link: string }>`
    select c.link from courses c where c.school_id = ${thisSchool} and c.link like any (${bases.map((base) => `${base}%`)}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ link }) => link))
}

export interface NewEdition {
  id: string
  link: string
  title: string
  category_title: string
}

/** Editions arrive visible, private and without contents, which are copied afterwards. */
export async function insertEditions(db: SchoolDb, franchisorId: string, rows: NewEdition[]): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, link text, title text, category_title text)`
  await sql`
    insert into courses (school_id, id, link, title, is_private, link_fixed, franchisor_id) overriding system value
    select ${thisSchool}::bigint, n.id, n.link, n.title, true, true, ${franchisorId}::bigint from ${wanted}
    on conflict (school_id, id) do nothing`.execute(db)
  await sql`
    insert into editions (school_id, course_id, category_title)
    select ${thisSchool}::bigint, n.id, n.category_title from ${wanted} on conflict do nothing`.execute(db)
}

export interface EditionChange {
  id: string
  is_open: boolean
  is_gone: boolean
  category_title: string
  /** Moment since when it is published here; null while it is closed, or has no contents. */
  published_on: Date | null
}

/** Opens and closes editions, which the caller holds. A course is written to only when it comes or goes: its readers cache it. */
export async function changeEditions(db: SchoolDb, rows: EditionChange[]): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as n (id bigint, is_open boolean, is_gone boolean, category_title text, published_on timestamptz)`
  await sql`
    update editions e set is_open = n.is_open, is_gone = n.is_gone, category_title = n.category_title,
      utc_published_on = coalesce(e.utc_published_on, n.published_on)
    from ${wanted} where e.school_id = ${thisSchool} and e.course_id = n.id`.execute(db)
  await sql`
    update courses c set utc_published_on = n.published_on
    from ${wanted} where c.school_id = ${thisSchool} and c.id = n.id and c.utc_published_on is distinct from n.published_on`.execute(
    db,
  )
}

/** Records the version that was copied. @returns the moment since when the edition is published here; null while it is closed */
export async function markCopied(db: SchoolDb, courseId: string, version: string, now: Date): Promise<Date | null> {
  const row = await db
    .updateTable('editions')
    .set({
      version,
      utc_copied_on: now,
      utc_published_on: sql<Date | null>`case when is_open then coalesce(utc_published_on, ${now}) else utc_published_on end`,
    })
    .where('course_id', '=', courseId)
    .returning(['is_open', 'utc_published_on'])
    .executeTakeFirstOrThrow()
  return row.is_open ? row.utc_published_on : null
}

/** Waits for clicks that know an older version, and holds later ones until the end. @returns whether a student has begun the course and not completed it */
export async function hasUnfinished(db: SchoolDb, courseId: string): Promise<boolean> {
  await db.selectFrom('courses').select('id').where('id', '=', courseId).forUpdate().execute()
  const begun = db.selectFrom('course_progress').where('course_id', '=', courseId).where('utc_completed_on', 'is', null)
  return (await begun.select('user_id').limit(1).executeTakeFirst()) !== undefined
}
