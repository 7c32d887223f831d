import { type SchoolDb, thisSchool, waitingBuyers } from '@escola/db'
import { sql } from 'kysely'
import { isOfTeam } from '../../team/conditions.queries.ts'

/** Ids of a page, in their order. */
export interface IdRange {
  after: string
  limit: number
  among?: string[] | undefined
}

/**
 * Students whom an import brought to the school and who did nothing since: nothing else ever gave them a class, no sale of theirs waits,
 * and they were never in the school.
 */
const forsaken = (importId: string) => sql`
  m.school_id = ${thisSchool} and m.is_student and not ${isOfTeam('m')} and m.utc_seen_on is null
  and m.user_id in (
    select g.user_id from enrollment_grants g
    where g.school_id = ${thisSchool} and g.source = 'importer' and g.source_key = ${importId}::text and m.utc_created_on >= g.utc_starts_on)
  and not exists (
    select from enrollment_grants o
    where o.school_id = ${thisSchool} and o.user_id = m.user_id and (o.source <> 'importer' or o.source_key <> ${importId}::text))
  and m.user_id not in ${waitingBuyers}`

/** @param among only these are looked at */
export async function listForsaken(
  db: SchoolDb,
  importId: string,
  { after, limit, among }: IdRange,
): Promise<string[]> {
  const named = among ? sql`m.user_id = any(${among}::bigint[])` : sql`true`
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id::text as user_id from memberships m
    where ${forsaken(importId)} and m.user_id > ${after}::bigint and ${named}
    order by m.user_id limit ${limit}::int`.execute(db)
  return rows.map((row) => row.user_id)
}

export async function countForsaken(db: SchoolDb, importId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from memberships m where ${forsaken(importId)}`.execute(db)
  return rows[0]!.total
}

export const findUndoStatus = async (db: SchoolDb, importId: string): Promise<string | null | undefined> =>
  (await db.selectFrom('imports').select('undo_status').where('id', '=', importId).executeTakeFirst())?.undo_status
