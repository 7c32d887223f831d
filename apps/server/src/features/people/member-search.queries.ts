import type { SchoolDb } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

/** Pattern that students meet who are searched for, or their ids where an index has found them. */
export type MemberSearch = { pattern: string } | { ids: string[] }

/** Condition of the memberships `m` that a search asks for. */
export const meetsSearch = (search: MemberSearch): RawBuilder<boolean> =>
  'ids' in search ? sql`m.user_id = any(${search.ids}::bigint[])` : sql`m.folded like app.fold(${search.pattern})`

/** Ids of at most so many students who match, from the trigram index (decision 21), in no order. */
export async function findByIndex(
  db: SchoolDb,
  { pattern, weakPattern, atMost }: { pattern: string; weakPattern: string; atMost: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app.find_students(${weakPattern}, ${pattern}, ${atMost}::int) as found (id)`.execute(db)
  return rows.map(({ id }) => id)
}
