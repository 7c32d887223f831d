import type { SchoolDb, Tables } from '@escola/db'
import { type Selectable, sql } from 'kysely'
import type { ModuleValues } from './drafts.ts'

export type ModuleRow = Selectable<Tables['modules']>

export const listModules = (db: SchoolDb, courseId: string) =>
  db.selectFrom('modules').selectAll().where('course_id', '=', courseId).orderBy('id').execute()

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

export async function updateModules(
  db: SchoolDb,
  changes: { id: string; values: ModuleValues; draft: Partial<ModuleValues> | null }[],
) {
  if (changes.length === 0) return
  const rows = JSON.stringify(changes.map(({ id, values, draft }) => ({ id, ...values, draft })))
  await sql`update modules m
    set title = c.title, always_available = c.always_available, lesson_order = c.lesson_order, draft = c.draft
    from jsonb_to_recordset(${rows}::jsonb)
      as c (id bigint, title text, always_available boolean, lesson_order bigint[], draft jsonb)
    where m.id = c.id`.execute(db)
}
