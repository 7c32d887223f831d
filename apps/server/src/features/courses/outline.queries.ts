import { type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { type Selectable, sql } from 'kysely'
import { authorColumn, foldedRows, wantedColumns, wantedRows } from '../../drafts/drafts.queries.ts'
import type { Kept } from '../../drafts/drafts.ts'
import { ModuleValues } from './course-values.ts'

export type ModuleRow = Selectable<Tables['modules']>

export const listModules = (db: SchoolDb, courseId: string) =>
  db.selectFrom('modules').selectAll().where('course_id', '=', courseId).orderBy('id').execute()

/** The author's titles and marks of a course's lessons, without their long texts. */
export const listLessonSummaries = (db: SchoolDb, courseId: string) =>
  db
    .selectFrom('lessons')
    .select([
      'id',
      'link',
      authorColumn('lessons', 'title').as('title'),
      authorColumn('lessons', 'main_media_duration').as('main_media_duration'),
      authorColumn('lessons', 'is_visible').as('is_visible'),
      authorColumn('lessons', 'is_private').as('is_private'),
      // An assessment is published with its lesson, so a change of its plan is a draft of the lesson.
      sql<boolean>`draft is not null or lessons.id in (select lesson_id from exams
        where school_id = ${thisSchool} and course_id = ${courseId}::bigint and plan is distinct from published_plan)`.as(
        'has_draft',
      ),
      sql<boolean>`lessons.id in (select lesson_id from exams where school_id = ${thisSchool} and course_id = ${courseId}::bigint)`.as(
        'has_exam',
      ),
      // The date is formatted as it is answered: a course has hundreds, and each would be read into a date and written again.
      sql<string | null>`to_char(utc_published_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
        'utc_published_on',
      ),
    ])
    .where('course_id', '=', courseId)
    .execute()
export type LessonSummaryRow = Awaited<ReturnType<typeof listLessonSummaries>>[number]

/** @returns the new ids, in the order of the rows */
export async function insertModules(db: SchoolDb, courseId: string, rows: ModuleValues[]): Promise<string[]> {
  if (rows.length === 0) return []
  const inserted = await db
    .insertInto('modules')
    .values(rows.map((row) => ({ ...row, course_id: courseId })))
    .returning('id')
    .execute()
  return inserted.map((row) => row.id)
}

export const updateModules = (db: SchoolDb, rows: (Kept<ModuleValues> & { id: string })[]) =>
  db
    .updateTable('modules')
    .from(wantedRows('modules', rows))
    .set(wantedColumns(ModuleValues))
    .whereRef('modules.id', '=', 'wanted.id')
    .execute()

export const foldModules = (db: SchoolDb, courseId: string) =>
  db
    .updateTable('modules')
    .from(foldedRows('modules', ModuleValues))
    .set(wantedColumns(ModuleValues))
    .whereRef('modules.id', '=', 'wanted.id')
    .where('modules.course_id', '=', courseId)
    .where('modules.draft', 'is not', null)
    .execute()
