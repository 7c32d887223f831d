import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

/** Ids of at most so many students who match, from the trigram index (decision 21), in no order. */
export async function findByIndex(
  db: SchoolDb,
  { pattern, weakPattern, atMost }: { pattern: string; weakPattern: string; atMost: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app.find_students(${weakPattern}, ${pattern}, ${atMost}::int) as found (id)`.execute(db)
  return rows.map(({ id }) => id)
}
