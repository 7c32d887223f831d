import type { SchoolDb } from '@escola/db'

/** A purchase or a subscription, whose events are done one after the other. */
export interface Transaction {
  platform: string
  kind: 'purchase' | 'subscription'
  code: string
}

/** Holds a purchase or a subscription until the transaction ends. */
export async function holdTransaction(db: SchoolDb, transaction: Transaction) {
  await db
    .insertInto('sales_transactions')
    .values(transaction)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('sales_transactions')
    .where('platform', '=', transaction.platform)
    .where('kind', '=', transaction.kind)
    .where('code', '=', transaction.code)
    .select(['utc_paid_back_on', 'utc_canceled_on', 'utc_paid_until'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type Values =
  | { utc_paid_back_on: Date }
  | { utc_canceled_on: Date; utc_paid_until: Date }
  | { subscription_code: string | null }

export const updateTransaction = (db: SchoolDb, { platform, kind, code }: Transaction, values: Values) =>
  db
    .updateTable('sales_transactions')
    .set(values)
    .where('platform', '=', platform)
    .where('kind', '=', kind)
    .where('code', '=', code)
    .execute()

/** Codes of the purchases that belong to a subscription. */
export async function listPurchases(db: SchoolDb, platform: string, subscription: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sales_transactions')
    .where('platform', '=', platform)
    .where('subscription_code', '=', subscription)
    .select('code')
    .execute()
  return rows.map(({ code }) => code)
}
