import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export const insertTry = (db: SchoolDb, row: { kind: 'begun' | 'told'; key: string; utc_tried_on: Date }) =>
  db
    .insertInto('card_tries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['school_id', 'kind', 'key']).doNothing())
    .execute()

/**
 * Counts the failed tries since a moment. A try that began here and the refusal that the provider reported for it are the same one, so the greater of
 * the two counts holds.
 */
export async function countTries(db: SchoolDb, since: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select greatest(count(*) filter (where kind = 'begun'), count(*) filter (where kind = 'told'))::int as tries
    from card_tries where school_id = ${thisSchool} and utc_tried_on > ${since}::timestamptz`.execute(db)
  return rows[0]!.tries
}

export const deleteTry = (db: SchoolDb, key: string) =>
  db.deleteFrom('card_tries').where('kind', '=', 'begun').where('key', '=', key).execute()

export const deleteTriesBefore = (db: SchoolDb, moment: Date) =>
  db.deleteFrom('card_tries').where('utc_tried_on', '<=', moment).execute()
