import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

/** Courses that may be chosen: those of the school's own, or its open editions of other schools' courses, too. */
export interface Choosable {
  isOwn?: boolean
  /** Ids of the courses that the caller may choose; undefined where they may choose all. */
  only?: string[] | undefined
}

/** Closed editions can't be chosen: the school has nothing to teach in them. */
const closed = sql<boolean>`(franchisor_id is not null and utc_published_on is null)`

/**
 * Keeps these courses from being deleted until the transaction ends.
 * @param kept courses that the list has already, which may be closed editions
 * @returns those of them that may be chosen
 */
export const holdCourses = (
  db: SchoolDb,
  ids: string[],
  { isOwn = false, kept = [] }: Choosable & { kept?: string[] },
) =>
  db
    .selectFrom('courses')
    .select('id')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .where((is) => is.or([is.not(closed), is('id', '=', is.fn.any(is.val(kept)))]))
    .$if(isOwn, (courses) => courses.where('franchisor_id', 'is', null))
    .orderBy('id')
    .forKeyShare()
    .execute()

export const listCourses = (db: SchoolDb, { isOwn = false, only }: Choosable) =>
  db
    .selectFrom('courses as c')
    .leftJoin('categories as g', (join) =>
      join.onRef('g.school_id', '=', 'c.school_id').onRef('g.id', '=', 'c.category_id'),
    )
    .leftJoin('franchisors as f', (join) =>
      join.onRef('f.school_id', '=', 'c.school_id').onRef('f.franchisor_id', '=', 'c.franchisor_id'),
    )
    .leftJoin('editions as e', (join) =>
      join.onRef('e.school_id', '=', 'c.school_id').onRef('e.course_id', '=', 'c.id'),
    )
    .where((is) => is.or([is('c.franchisor_id', 'is', null), is('c.utc_published_on', 'is not', null)]))
    .$if(isOwn, (courses) => courses.where('c.franchisor_id', 'is', null))
    .$if(only !== undefined, (courses) => courses.where((is) => is('c.id', '=', is.fn.any(is.val(only!)))))
    .select((column) => [
      'c.id',
      'c.title',
      'c.is_private',
      column('c.utc_published_on', 'is not', null).$castTo<boolean>().as('published'),
      column.fn.coalesce('g.title', 'e.category_title', sql<string>`''`).as('category'),
      column.fn.coalesce('f.name', sql<string>`''`).as('franchisor'),
    ])
    .orderBy(sql`f.name nulls first`)
    .orderBy('f.franchisor_id')
    .orderBy('g.position')
    .orderBy('g.id')
    .orderBy('e.category_title')
    .orderBy('c.title')
    .orderBy('c.id')
    .execute()
