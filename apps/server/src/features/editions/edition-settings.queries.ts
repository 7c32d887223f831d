import type { SchoolDb, Tables } from '@escola/db'
import type { Updateable } from 'kysely'

/** Edition with the values that are the affiliate's own. */
export const findSettings = (db: SchoolDb, link: string) =>
  db
    .selectFrom('courses as c')
    .innerJoin('editions as e', (join) =>
      join.onRef('e.school_id', '=', 'c.school_id').onRef('e.course_id', '=', 'c.id'),
    )
    .innerJoin('franchisors as f', (join) =>
      join.onRef('f.school_id', '=', 'c.school_id').onRef('f.franchisor_id', '=', 'c.franchisor_id'),
    )
    .where('c.link', '=', link)
    .where('e.is_gone', '=', false)
    .select([
      'c.id',
      'c.link',
      'c.title',
      'c.is_visible',
      'c.is_private',
      'c.has_comments',
      'c.landing_page_url',
      'c.category_id',
      'f.franchisor_id',
      'f.name as franchisor_name',
    ])
    .executeTakeFirst()
export type SettingsRow = NonNullable<Awaited<ReturnType<typeof findSettings>>>

export const updateSettings = (db: SchoolDb, id: string, values: Updateable<Tables['courses']>) =>
  db.updateTable('courses').set(values).where('id', '=', id).execute()

/** Last place in a category. The catalogue is locked, so it stays free. */
export async function findLastPlace(db: SchoolDb, categoryId: string | null): Promise<number> {
  const { last } = await db
    .selectFrom('courses')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('category_id', 'is not distinct from', categoryId)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

/** Editions that were copied and whose originals are there, with their franchisors, in the order in which administrators see them. */
export const listShown = (db: SchoolDb) =>
  db
    .selectFrom('editions as e')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .innerJoin('franchisors as f', (join) =>
      join.onRef('f.school_id', '=', 'c.school_id').onRef('f.franchisor_id', '=', 'c.franchisor_id'),
    )
    .where('e.is_gone', '=', false)
    .where('e.is_open', '=', true)
    .where('e.utc_copied_on', 'is not', null)
    .select([
      'f.franchisor_id',
      'f.name as franchisor_name',
      'e.category_title',
      'c.id',
      'c.link',
      'c.title',
      'c.cover_key',
      'c.is_private',
      'c.is_visible',
      'c.utc_published_on',
    ])
    .orderBy('f.name')
    .orderBy('f.franchisor_id')
    .orderBy('e.category_title')
    .orderBy('c.title')
    .orderBy('c.id')
    .execute()
