import type { ImportUndoForecast } from '@escola/contract/imports.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Counts the students to whom an import still gives its class: students who have nothing else there, and all others. */
export async function countGivenPlaces(
  db: SchoolDb,
  importId: string,
): Promise<Pick<ImportUndoForecast, 'leaving' | 'staying'>> {
  const { rows } = await sql<Pick<ImportUndoForecast, 'leaving' | 'staying'>>`
    select count(*) filter (where not is_kept)::int as leaving, count(*) filter (where is_kept)::int as staying
    from (
      select exists (
        select from enrollment_grants o
        where o.school_id = ${thisSchool} and o.cohort_id = g.cohort_id and o.user_id = g.user_id and o.utc_ended_on is null and o.id <> g.id
      ) as is_kept
      from enrollment_grants g
      where g.school_id = ${thisSchool} and g.source = 'importer' and g.source_key = ${importId} and g.utc_ended_on is null
    ) given`.execute(db)
  return rows[0]!
}

export const hasGivenPlaces = async (db: SchoolDb, importId: string): Promise<boolean> =>
  (await db
    .selectFrom('enrollment_grants')
    .select('id')
    .where('source', '=', 'importer')
    .where('source_key', '=', importId)
    .where('utc_ended_on', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const markUndoing = (db: SchoolDb, id: string, { total, by }: { total: number; by: string }) =>
  db
    .updateTable('imports')
    .set({ undo_status: 'running', undo_total: total, undone_by: by })
    .where('id', '=', id)
    .execute()

export const markUndoFailed = (db: SchoolDb, id: string) =>
  db
    .updateTable('imports')
    .set({ undo_status: 'failed' })
    .where('id', '=', id)
    .where('undo_status', '=', 'running')
    .execute()

/** Locks the import until the transaction ends. @returns whether it is still being undone */
export const lockUndo = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('undo_status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** The counters move in the transaction that ends what they count. An import that is undone needs no attention. */
export const advanceUndo = (
  db: SchoolDb,
  id: string,
  { left, kept, doneOn }: { left: number; kept: number; doneOn: Date | null },
) =>
  db
    .updateTable('imports')
    .set((is) => ({
      undo_left: is('undo_left', '+', left),
      undo_kept: is('undo_kept', '+', kept),
      ...(doneOn && {
        undo_status: 'done',
        utc_undone_on: doneOn,
        utc_settled_on: is.fn.coalesce('utc_settled_on', is.val(doneOn)),
      }),
    }))
    .where('id', '=', id)
    .execute()
