import type { SchoolDb } from '@escola/db'

/** Lists courses that a preview shows: the newest that are published among these, or of all where these are none; else the newest of all. */
export const listExampleCourses = (db: SchoolDb, courseIds: string[], limit: number) =>
  db
    .selectFrom('courses as c')
    .leftJoin('franchisors as f', (join) =>
      join.onRef('f.school_id', '=', 'c.school_id').onRef('f.franchisor_id', '=', 'c.franchisor_id'),
    )
    .select(({ fn, val }) => [
      'c.id',
      'c.title',
      'c.workload_minutes',
      fn.coalesce('f.name', val('')).as('from_school'),
    ])
    .$if(courseIds.length > 0, (query) => query.where((is) => is('c.id', '=', is.fn.any(is.val(courseIds)))))
    .orderBy('c.utc_published_on', (order) => order.desc().nullsLast())
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()

export const findTemplateId = (db: SchoolDb, id: string) =>
  db.selectFrom('certificate_templates').select('id').where('id', '=', id).executeTakeFirst()

export const findLook = (db: SchoolDb) =>
  db.selectFrom('schools').select(['ui_theme', 'namespace']).executeTakeFirstOrThrow()
