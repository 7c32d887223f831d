import { unreadReasons } from '@escola/contract/sale-reasons'
import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import { type DeliveryRow, deliveryColumns } from '../sales.queries.ts'

const isUnread = sql<boolean>`state = 'failed' and reason = any(${[...unreadReasons]}::text[])`

/**
 * Number of deliveries of an account, or of all, that could not be read.
 * @param before id of a delivery; later deliveries are not counted
 */
export async function countUnread(
  db: SchoolDb,
  { accountId, since, before }: { accountId?: string | null; since?: Date; before?: string } = {},
): Promise<number> {
  const row = await db
    .selectFrom('sales')
    .where(isUnread)
    .$if(accountId !== undefined, (query) => query.where('account_id', 'is not distinct from', accountId!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(since !== undefined, (query) => query.where('utc_received_on', '>', since!))
    .select((is) => is.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Next deliveries that could not be read, in the order in which they came. */
export const listUnread = async (db: SchoolDb, after: string, limit: number): Promise<DeliveryRow[]> =>
  (await db
    .selectFrom('sales')
    .where(isUnread)
    .where('id', '>', after)
    .select(deliveryColumns)
    .orderBy('id')
    .limit(limit)
    .execute()) as DeliveryRow[]
