import { type PurchaseState, purchaseLimits } from '@escola/contract/purchase-list.contract'
import type { SalesPlatformName } from '@escola/contract/sales'
import { pendingSaleStates, type SaleState } from '@escola/contract/sales.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import { conditionsOf, type SaleFilter } from '../sale-filter.queries.ts'

export interface PurchaseFilter {
  /** Undefined: in all but ignored events, which tell of no purchase. */
  state?: PurchaseState | undefined
  sale: Omit<SaleFilter, 'state'>
  accountId?: string | undefined
  from?: Date | undefined
  /** Moment before which they came. */
  before?: Date | undefined
}

/** Place in the order of a list, behind which the next page begins. */
export interface Place {
  id: string
  receivedOn: Date
}

/** Conditions on the sale that stands for a purchase, and on the others of it, of which the first stands for it. */
function meets({ state, sale }: PurchaseFilter, table: 's' | 'o'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const isOfState =
    state === undefined
      ? [sql<boolean>`${column('state')} <> 'ignored'`]
      : state === 'refunded'
        ? [
            sql<boolean>`exists (select from purchase_facts f where f.school_id = ${thisSchool} and f.platform = ${column('platform')}
              and f.fact_key = ${column('delivery_hash')} and f.kind = 'refunded')`,
          ]
        : []
  const more = conditionsOf({ ...sale, ...(state !== undefined && state !== 'refunded' && { state }) }, table)
  return sql.join([...isOfState, ...more, sql<boolean>`true`], sql` and `)
}

/** A notice of a subscription is shown with its purchases, where those are kept. */
const isOfKeptPurchase = sql`(s.transaction_code = '' and s.state = 'done' and exists (
  select from purchase_facts f
  join purchase_facts p on p.school_id = ${thisSchool} and p.platform = f.platform and p.subscription_code = f.subscription_code and p.purchase_code <> ''
  join sales k on k.school_id = ${thisSchool} and k.transaction_code = p.purchase_code and k.transaction_code <> '' and k.platform = p.platform
  where f.school_id = ${thisSchool} and f.platform = s.platform and f.fact_key = s.delivery_hash and f.subscription_code is not null))`

/** Ids of the sales that stand for purchases, newest first: of each purchase the first one that meets the filter. */
export async function listPurchaseIds(
  db: SchoolDb,
  filter: PurchaseFilter,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<string[]> {
  const { state, accountId, from, before } = filter
  const conditions = [
    sql`s.school_id = ${thisSchool}`,
    meets(filter, 's'),
    ...(accountId === undefined ? [] : [sql`s.account_id = ${accountId}::bigint`]),
    ...(from === undefined ? [] : [sql`s.utc_received_on >= ${from}::timestamptz`]),
    ...(before === undefined ? [] : [sql`s.utc_received_on < ${before}::timestamptz`]),
    ...(after === undefined
      ? []
      : [sql`(s.utc_received_on, s.id) < (${after.receivedOn}::timestamptz, ${after.id}::bigint)`]),
    ...(state === undefined ? [sql`not ${isOfKeptPurchase}`] : []),
    sql`(s.transaction_code = '' or not exists (
      select from sales o where o.school_id = ${thisSchool} and o.transaction_code = s.transaction_code and o.transaction_code <> ''
        and o.platform = s.platform and (o.utc_received_on, o.id) < (s.utc_received_on, s.id) and ${meets(filter, 'o')}))`,
  ]
  const { rows } = await sql<{ id: string }>`
    select s.id from sales s where ${sql.join(conditions, sql` and `)}
    order by s.utc_received_on desc, s.id desc limit ${limit}::int`.execute(db)
  return rows.map(({ id }) => id)
}

/** Place of a sale in the order of the list; undefined when it is gone. */
export async function findPlace(db: SchoolDb, id: string): Promise<Place | undefined> {
  const row = await db.selectFrom('sales').where('id', '=', id).select('utc_received_on').executeTakeFirst()
  return row && { id, receivedOn: row.utc_received_on }
}

export interface PurchaseRow {
  id: string
  platform: SalesPlatformName
  state: SaleState
  event: string
  buyer_name: string
  buyer_email: string
  transaction_code: string
  product_ids: string[]
  offer_ids: string[]
  product_name: string
  utc_received_on: Date
  notices: number
  /** One of its notices is not settled. */
  waits: boolean
  cents: number | null
  currency: string | null
}

/** Purchases by the sales that stand for them, newest first; what all notices of a purchase say is summed up. */
export async function readPurchases(db: SchoolDb, ids: string[]): Promise<PurchaseRow[]> {
  const unsettled = [...pendingSaleStates, 'waiting']
  const { rows } = await sql<PurchaseRow>`
    select s.id, s.platform, s.state, s.event, s.buyer_name, s.buyer_email, s.transaction_code, s.product_ids, s.offer_ids, s.product_name,
      s.utc_received_on, n.notices, n.waits, n.cents, n.currency
    from sales s cross join lateral (
      select count(*)::int as notices, bool_or(g.state = any(${unsettled}::text[]) or coalesce(g.waiting_items, 0) > 0) as waits,
        (array_agg(g.amount_cents order by g.utc_received_on, g.id) filter (where g.amount_cents is not null))[1] as cents,
        (array_agg(g.currency order by g.utc_received_on, g.id) filter (where g.amount_cents is not null))[1] as currency
      from (
        select g.id, g.state, g.waiting_items, g.amount_cents, g.currency, g.utc_received_on from sales g
        where g.school_id = ${thisSchool} and g.transaction_code <> '' and g.transaction_code = s.transaction_code and g.platform = s.platform
        union all
        select s.id, s.state, s.waiting_items, s.amount_cents, s.currency, s.utc_received_on where s.transaction_code = ''
      ) g
    ) n
    where s.school_id = ${thisSchool} and s.id = any(${ids}::bigint[])
    order by s.utc_received_on desc, s.id desc`.execute(db)
  return rows
}

/** Ids of the newest notices of a purchase, and of those of its subscription alone. */
export async function listNoticeIds(db: SchoolDb, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with asked as (
      select id, platform, transaction_code from sales where school_id = ${thisSchool} and id = ${id}::bigint
    ), subscribed as (
      select distinct f.platform, f.subscription_code from asked a
      join purchase_facts f on f.school_id = ${thisSchool} and f.platform = a.platform and f.purchase_code = a.transaction_code and f.purchase_code <> ''
      where f.subscription_code is not null
    ), told as (
      select id from asked
      union select s.id from asked a join sales s on s.school_id = ${thisSchool} and s.platform = a.platform
        and s.transaction_code = a.transaction_code and s.transaction_code <> ''
      union select s.id from subscribed b
      join purchase_facts f on f.school_id = ${thisSchool} and f.platform = b.platform and f.subscription_code = b.subscription_code and f.purchase_code = ''
      join sales s on s.school_id = ${thisSchool} and s.platform = f.platform and s.delivery_hash = f.fact_key
    )
    select s.id from told t join sales s on s.school_id = ${thisSchool} and s.id = t.id
    order by s.utc_received_on desc, s.id desc limit ${purchaseLimits.notices}::int`.execute(db)
  return rows.map((row) => row.id)
}

/** Telephone of the buyer, as one of these sales names it; '' for none. */
export const findBuyerPhone = async (db: SchoolDb, ids: string[]): Promise<string> =>
  (
    await db
      .selectFrom('sales')
      .where((is) => is('id', '=', is.fn.any(is.val(ids))))
      .where('buyer_phone', '<>', '')
      .select('buyer_phone')
      .orderBy('utc_received_on', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.buyer_phone ?? ''
