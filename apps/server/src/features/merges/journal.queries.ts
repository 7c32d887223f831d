import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Records what a merging has changed, so that its undo finds it. */
export const journal = (db: SchoolDb, mergeId: string, table: string, rows: string[]) =>
  sql`
    insert into merged_rows (school_id, merge_id, table_name, row)
    select ${thisSchool}::bigint, ${mergeId}::bigint, ${table}, r.cells from unnest(${rows}::jsonb[]) as r (cells)
    on conflict do nothing`.execute(db)

/** Cells of a table that the journal holds for a merging. */
export const listJournal = async (db: SchoolDb, mergeId: string, table: string): Promise<string[]> =>
  (
    await db
      .selectFrom('merged_rows')
      .where('merge_id', '=', mergeId)
      .where('table_name', '=', table)
      .select(({ cast, ref }) => cast<string>(ref('row'), 'text').as('cells'))
      .execute()
  ).map(({ cells }) => cells)
