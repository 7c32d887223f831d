import type { ImportRow, RefusalReason } from '@escola/contract/imports.contract'
import { cleanText } from '@escola/contract/people'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Locks the import until the transaction ends; undefined unless it is exactly at this row. */
export const lockImportAt = (db: SchoolDb, id: string, processed: number) =>
  db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('processed', '=', processed)
    .where('status', 'in', ['pending', 'running'])
    .forUpdate()
    .executeTakeFirst()

export interface RefusedRow {
  row: ImportRow
  reason: RefusalReason
}

export async function insertRefusals(db: SchoolDb, importId: string, refused: RefusedRow[]): Promise<void> {
  const column = (name: 'name' | 'email' | 'cellphone') => refused.map(({ row }) => cleanText(row[name]))
  await sql`
    insert into import_refusals (school_id, import_id, line, name, email, cellphone, reason)
    select ${thisSchool}::bigint, ${importId}::bigint, r.* from unnest(${refused.map(({ row }) => row.line)}::int[], ${column('name')}::text[],
      ${column('email')}::text[], ${column('cellphone')}::text[], ${refused.map(({ reason }) => reason)}::text[]) as r
    on conflict do nothing`.execute(db)
}

export interface BatchCounts {
  processed: number
  created: number
  enrolled: number
  unchanged: number
  refused: number
}

/** The cursor and the counters move in the transaction that holds what they count. @returns whether the import has ended */
export async function advanceImport(db: SchoolDb, id: string, counts: BatchCounts, now: Date): Promise<boolean> {
  const { rows } = await sql<{ has_ended: boolean }>`
    update imports set processed = processed + ${counts.processed}::int, created = created + ${counts.created}::int,
      enrolled = enrolled + ${counts.enrolled}::int, unchanged = unchanged + ${counts.unchanged}::int,
      refused = refused + ${counts.refused}::int,
      status = case when processed + ${counts.processed}::int >= total_students then 'done' else 'running' end,
      utc_finished_on = case when processed + ${counts.processed}::int >= total_students then ${now}::timestamptz end
    where school_id = ${thisSchool} and id = ${id}
    returning utc_finished_on is not null as has_ended`.execute(db)
  return rows[0]?.has_ended ?? false
}
