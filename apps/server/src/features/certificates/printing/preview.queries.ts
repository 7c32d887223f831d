import type { SchoolDb } from '@escola/db'

/** Lists courses that a preview shows: the newest that are published among these, or of all where these are none; else the newest of all. */
export const listExampleCourses = (db: SchoolDb, courseIds: string[], limit: number) =>
  db
    .selectFrom('courses')
    .select(['id', 'title', 'workload_minutes'])
    .$if(courseIds.length > 0, (query) => query.where((is) => is('id', '=', is.fn.any(is.val(courseIds)))))
    .orderBy('utc_published_on', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findTemplateId = (db: SchoolDb, id: string) =>
  db.selectFrom('certificate_templates').select('id').where('id', '=', id).executeTakeFirst()

export const findLook = (db: SchoolDb) =>
  db.selectFrom('schools').select(['ui_theme', 'namespace']).executeTakeFirstOrThrow()
