import { type SalesPlatformName, salesPlatforms } from '@escola/contract/sales'
import type { SaleState } from '@escola/contract/sales.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface Purchase {
  platform: SalesPlatformName
  code: string
}

/** Purchases of any platform that have one of these codes. */
export async function findPurchases(db: SchoolDb, codes: string[], limit: number): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select distinct platform, code from (
      select platform, purchase_code as code from purchase_facts
      where school_id = ${thisSchool} and platform = any(${salesPlatforms}::text[])
        and purchase_code <> '' and purchase_code = any(${codes}::text[])
      union all
      select platform, transaction_code from sales
      where school_id = ${thisSchool} and transaction_code <> '' and transaction_code = any(${codes}::text[])
    ) found order by platform, code limit ${limit}::int`.execute(db)
  return rows
}

/**
 * Records that a purchase is asked for.
 * @returns false when it was asked for after a moment, the latest of which counts
 */
export async function recordAsked(
  db: SchoolDb,
  { platform, code }: Purchase,
  now: Date,
  after: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('purchase_help_mails')
    .values({ platform, purchase_code: code, utc_asked_on: now })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'platform', 'purchase_code'])
        .doUpdateSet({ utc_asked_on: now })
        .where('purchase_help_mails.utc_asked_on', '<=', after),
    )
    .returning('platform')
    .executeTakeFirst()
  return row !== undefined
}

/** Deliveries of a purchase, the latest first, as far as a mail about it needs them. */
export async function listDeliveries(db: SchoolDb, { platform, code }: Purchase, limit: number) {
  const rows = await db
    .selectFrom('sales')
    .where('platform', '=', platform)
    .where('transaction_code', '=', code)
    .where('transaction_code', '<>', '')
    .select(['state', 'buyer_name', 'buyer_email', 'corrected_email'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows as { state: SaleState; buyer_name: string; buyer_email: string; corrected_email: string }[]
}

export const isMember = async (db: SchoolDb, userId: string): Promise<boolean> =>
  (await db.selectFrom('memberships').where('user_id', '=', userId).select('user_id').executeTakeFirst()) !== undefined
