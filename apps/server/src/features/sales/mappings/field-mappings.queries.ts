import { pendingSaleStates } from '@escola/contract/sales.contract'
import type { SchoolDb } from '@escola/db'

/** The newest deliveries of an account whose bodies are still kept. */
export const listNewest = (db: SchoolDb, accountId: string, limit: number) =>
  db
    .selectFrom('sales')
    .where('account_id', '=', accountId)
    .where('sealed_body', 'is not', null)
    .select(['id', 'event'])
    .orderBy('utc_received_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Bodies of deliveries, the newest first. */
export const listBodies = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('sales')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .select(['id', 'headers', 'query', 'body', 'sealed_body', 'utc_received_on'])
    .orderBy('utc_received_on', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Numbers of an account's deliveries by the event that has no meaning yet, the most frequent first. */
export const countUnknownEvents = (db: SchoolDb, accountId: string, limit: number) =>
  db
    .selectFrom('sales')
    .where('account_id', '=', accountId)
    .where('reason', '=', 'no_meaning')
    .select(['event', (is) => is.fn.countAll<string>().as('total')])
    .groupBy('event')
    .orderBy('total', 'desc')
    .orderBy('event')
    .limit(limit)
    .execute()

/** Next deliveries of an account that wait for the school, in the order in which they came. */
export const listRepeatable = async (
  db: SchoolDb,
  { accountId, after }: { accountId: string; after: string },
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('sales')
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .where('state', 'in', pendingSaleStates)
    .where('sealed_body', 'is not', null)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const listCohortTitles = (db: SchoolDb) => db.selectFrom('cohorts').select(['id', 'title']).execute()
