import type { SchoolDb } from '@escola/db'

/** Finds the course that a preview shows: the newest that is published among these, or of all where these are none; else the newest of all. */
export const findExampleCourse = (db: SchoolDb, courseIds: string[]) =>
  db
    .selectFrom('courses')
    .select(['id', 'title', 'workload_minutes'])
    .$if(courseIds.length > 0, (query) => query.where((is) => is('id', '=', is.fn.any(is.val(courseIds)))))
    .orderBy('utc_published_on', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findTemplateId = (db: SchoolDb, id: string) =>
  db.selectFrom('certificate_templates').select('id').where('id', '=', id).executeTakeFirst()

export const findLook = (db: SchoolDb) =>
  db.selectFrom('schools').select(['ui_theme', 'namespace']).executeTakeFirstOrThrow()
