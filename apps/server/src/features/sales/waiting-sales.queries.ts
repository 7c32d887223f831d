import { type SalesPlatformName, salesLimits } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Sales of any of these products, offers or plans that no class had, also where other items of the sale had one. */
export async function listUnmatched(
  db: SchoolDb,
  { platform, ids, accountId }: { platform: SalesPlatformName; ids: string[]; accountId?: string | undefined },
): Promise<string[]> {
  const rows = await db
    .selectFrom('sales')
    .where('platform', '=', platform)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .where(
      sql<boolean>`(state = 'unmatched' and (product_ids && ${ids}::text[] or offer_ids && ${ids}::text[])
        or waiting_ids <> '{}' and waiting_ids && ${ids}::text[])`,
    )
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The newest sales of any of these products that wait, or would, but for what the school says of them: one whose items all have had their classes is done. */
export async function listAbout(
  db: SchoolDb,
  { platform, ids, accountId }: { platform: SalesPlatformName; ids: string[]; accountId?: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.id from sale_items i join sales s on s.school_id = ${thisSchool} and s.id = i.sale_id
    where i.school_id = ${thisSchool} and i.platform = ${platform} and i.item_id = any(${ids}::text[])
      and (${accountId ?? null}::bigint is null or s.account_id = ${accountId ?? null}::bigint)
      and (s.state = 'unmatched' or (s.state = 'dismissed' and s.reason = 'not_of_class')
        or (s.state = 'done' and s.waiting_ids <> '{}'))
    order by s.id desc limit ${salesLimits.replayedAtOnce}::int`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Deliveries of a purchase of which an item waits for a class, but for those that are being settled; of a subscription that is named alone, those of all
 * its purchases.
 */
export async function listSplit(
  db: SchoolDb,
  platform: string,
  { purchase, subscription }: { purchase: string; subscription: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with codes as (
      select ${purchase}::text as code
      union select f.purchase_code from purchase_facts f
      where f.school_id = ${thisSchool} and f.platform = ${platform} and ${purchase}::text = '' and f.subscription_code = ${subscription}::text)
    select s.id from sales s
    where s.school_id = ${thisSchool} and s.platform = ${platform} and s.transaction_code <> ''
      and s.transaction_code = any(array(select code from codes)) and s.waiting_ids <> '{}'
    order by s.id for update of s skip locked`.execute(db)
  return rows.map(({ id }) => id)
}

/** Next of the charges that no class sold, of subscriptions which have had a class, in the order in which they came. */
export async function listFollowing(db: SchoolDb, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sales s
    where s.school_id = ${thisSchool} and s.state = 'unmatched' and s.reason = 'no_cohort' and s.transaction_code <> '' and s.id > ${after}::bigint
      and exists (
        select from purchase_facts f
        join purchase_facts o on o.school_id = ${thisSchool} and o.platform = f.platform and o.subscription_code = f.subscription_code and o.purchase_code <> ''
        cross join lateral (select o.platform || ':' || replace(replace(o.purchase_code, '%', '%25'), ':', '%3A') || ':' as prefix) k
        join enrollment_grants g on g.school_id = ${thisSchool} and g.source = 'sale'
          and g.source_key >= k.prefix collate "C" and g.source_key < (k.prefix || ${afterAll}::text) collate "C"
        where f.school_id = ${thisSchool} and f.platform = s.platform and f.purchase_code = s.transaction_code and f.purchase_code <> ''
          and f.subscription_code is not null)
    order by s.id limit ${limit}::int`.execute(db)
  return rows.map(({ id }) => id)
}
/** Last code point of Unicode: it ends the range of keys that share a prefix. */
const afterAll = '\u{10ffff}'
