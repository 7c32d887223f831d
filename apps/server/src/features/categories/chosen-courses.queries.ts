import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

/** Courses that may be chosen: those of the school's own, or its editions of other schools' courses, too. */
export interface Choosable {
  isOwn?: boolean
}

/**
 * Keeps these courses from being deleted until the transaction ends.
 * @returns those of them that may be chosen
 */
export const holdCourses = (db: SchoolDb, ids: string[], { isOwn = false }: Choosable) =>
  db
    .selectFrom('courses')
    .select('id')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .$if(isOwn, (courses) => courses.where('franchisor_id', 'is', null))
    .orderBy('id')
    .forKeyShare()
    .execute()

export const listCourses = (db: SchoolDb, { isOwn = false }: Choosable) =>
  db
    .selectFrom('courses as c')
    .leftJoin('categories as g', (join) =>
      join.onRef('g.school_id', '=', 'c.school_id').onRef('g.id', '=', 'c.category_id'),
    )
    .$if(isOwn, (courses) => courses.where('c.franchisor_id', 'is', null))
    .select((column) => [
      'c.id',
      'c.title',
      column('c.utc_published_on', 'is not', null).$castTo<boolean>().as('published'),
      column.fn.coalesce('g.title', sql<string>`''`).as('category'),
    ])
    .orderBy('g.position')
    .orderBy('g.id')
    .orderBy('c.title')
    .orderBy('c.id')
    .execute()
