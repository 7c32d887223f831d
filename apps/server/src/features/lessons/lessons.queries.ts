import { type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { type Selectable, sql } from 'kysely'
import { foldedRows, wantedColumns, wantedRows } from '../../drafts/drafts.queries.ts'
import type { Kept } from '../../drafts/drafts.ts'
import { LessonValues } from './lesson-values.ts'

export type LessonRow = Selectable<Tables['lessons']>

const authored = LessonValues.keyof().options

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

export const insertLesson = (db: SchoolDb, row: { course_id: string; link: string }, values: LessonValues) =>
  db
    .insertInto('lessons')
    .columns(['school_id', 'course_id', 'link', ...authored])
    .expression(({ selectFrom, val }) =>
      selectFrom(wantedRows('lessons', [{ values, draft: null }])).select([
        sql<string>`${thisSchool}::bigint`.as('school_id'),
        val(row.course_id).as('course_id'),
        val(row.link).as('link'),
        ...authored,
      ]),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateLesson = (db: SchoolDb, id: string, lesson: Kept<LessonValues>, { link }: { link: string }) =>
  db
    .updateTable('lessons')
    .from(wantedRows('lessons', [lesson]))
    .set((column) => ({ ...wantedColumns(LessonValues), link, version: column('lessons.version', '+', 1) }))
    .where('lessons.id', '=', id)
    .returningAll('lessons')
    .executeTakeFirstOrThrow()

/**
 * Publishes the listed lessons, and makes the drafts of all the course's lessons columns. What the author sees stays the same, so versions
 * stay too; a lesson that has nothing new is not written to.
 */
export function publishLessons(db: SchoolDb, courseId: string, listedIds: string[], now: Date) {
  const isListed = sql<boolean>`lessons.id = any(${listedIds}::bigint[])`
  return db
    .updateTable('lessons')
    .from(foldedRows('lessons', LessonValues))
    .set({
      ...wantedColumns(LessonValues),
      link_fixed: sql<boolean>`link_fixed or utc_published_on is not null or ${isListed}`,
      utc_published_on: sql<Date | null>`case when ${isListed} then coalesce(utc_published_on, ${now}) else utc_published_on end`,
    })
    .whereRef('lessons.id', '=', 'wanted.id')
    .where('lessons.course_id', '=', courseId)
    .where(({ eb, or, and }) =>
      or([eb('lessons.draft', 'is not', null), and([eb('lessons.utc_published_on', 'is', null), isListed])]),
    )
    .execute()
}

/** Takes the course's lessons back: drafts become columns, which no student sees. */
export const takeLessonsBack = (db: SchoolDb, courseId: string) =>
  db
    .updateTable('lessons')
    .from(foldedRows('lessons', LessonValues))
    .set({
      ...wantedColumns(LessonValues),
      link_fixed: sql<boolean>`link_fixed or utc_published_on is not null`,
      utc_published_on: null,
    })
    .whereRef('lessons.id', '=', 'wanted.id')
    .where('lessons.course_id', '=', courseId)
    .where(({ eb, or }) => or([eb('lessons.draft', 'is not', null), eb('lessons.utc_published_on', 'is not', null)]))
    .execute()

export const discardLessonDrafts = (db: SchoolDb, courseId: string) =>
  db
    .updateTable('lessons')
    .set((column) => ({ draft: null, version: column('version', '+', 1) }))
    .where('course_id', '=', courseId)
    .where('draft', 'is not', null)
    .execute()
