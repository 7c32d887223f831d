import type { PurchaseSum } from '@escola/contract/purchase-list.contract'
import { unreadReasons } from '@escola/contract/sale-reasons'
import type { SalesPlatformName } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/**
 * Sums the purchases that were first paid, or first refunded, since a moment. A further payment of the same purchase, as one that is complete, is none. Of a
 * refund that names no amount, that of the purchase counts.
 */
export async function sumPurchases(db: SchoolDb, kind: 'paid' | 'refunded', since: Date): Promise<PurchaseSum> {
  const { rows } = await sql<PurchaseSum>`
    with told as (
      select distinct on (f.platform, f.purchase_code) f.platform, f.purchase_code, s.amount_cents, s.currency
      from purchase_facts f
      join sales s on s.school_id = ${thisSchool} and s.platform = f.platform and s.delivery_hash = f.fact_key
      where f.school_id = ${thisSchool} and f.kind = ${kind} and f.kind in ('paid', 'refunded') and f.utc_occurred_on >= ${since}::timestamptz
        and f.purchase_code <> '' and not exists (
          select from purchase_facts e where e.school_id = ${thisSchool} and e.platform = f.platform and e.purchase_code = f.purchase_code
            and e.purchase_code <> '' and e.kind = ${kind} and e.utc_occurred_on < ${since}::timestamptz)
      order by f.platform, f.purchase_code, s.amount_cents is null, f.utc_occurred_on, f.id
    ), priced as (
      select coalesce(t.amount_cents, o.amount_cents) as cents, case when t.amount_cents is null then o.currency else t.currency end as currency
      from told t left join lateral (
        select p.amount_cents, p.currency from sales p
        where p.school_id = ${thisSchool} and p.transaction_code = t.purchase_code and p.transaction_code <> '' and p.platform = t.platform
          and p.amount_cents is not null
        order by p.utc_received_on limit 1
      ) o on t.amount_cents is null
    )
    select count(*)::int as count, coalesce(sum(cents) filter (where currency = 'BRL'), 0)::float8 as cents,
      (count(*) filter (where currency <> 'BRL' and cents is not null))::int as foreign, (count(*) filter (where cents is null))::int as unpriced
    from priced`.execute(db)
  return rows[0]!
}

export interface SellingRow {
  id: string
  platform: SalesPlatformName
  title: string
  soldOn: Date | null
  isEnded: boolean
  isRefused: boolean
  isUnread: boolean
  isTokenRefused: boolean
  needsMapping: boolean
}

/** Deliveries of an account among which its latest sale is looked for. */
const deliveriesAtOnce = 200

/** Accounts by title, each with its latest paid sale and what is wrong with it. */
export async function listSelling(db: SchoolDb): Promise<SellingRow[]> {
  const { rows } = await sql<SellingRow>`
    select a.id, a.platform, a.title, a.utc_ended_on is not null as "isEnded", sold."soldOn",
      a.utc_refused_on is not null and a.utc_refused_on > coalesce(newest.on, '-infinity') as "isRefused",
      exists (select from sales s where s.school_id = ${thisSchool} and s.account_id = a.id and s.state = 'failed'
        and s.reason = any(${[...unreadReasons]}::text[])) as "isUnread",
      exists (select from sales s where s.school_id = ${thisSchool} and s.account_id = a.id and s.state = 'failed'
        and s.reason = 'token_refused') as "isTokenRefused",
      exists (select from sales s where s.school_id = ${thisSchool} and s.account_id = a.id and s.reason in ('no_mapping', 'no_meaning')) as "needsMapping"
    from sales_accounts a
    left join lateral (select max(s.utc_received_on) as on from sales s where s.school_id = ${thisSchool} and s.account_id = a.id) newest on true
    left join lateral (
      select max(d.utc_received_on) as "soldOn" from (
        select s.platform, s.delivery_hash, s.utc_received_on from sales s
        where s.school_id = ${thisSchool} and s.account_id = a.id order by s.utc_received_on desc limit ${deliveriesAtOnce}::int
      ) d
      join purchase_facts f on f.school_id = ${thisSchool} and f.platform = d.platform and f.fact_key = d.delivery_hash and f.kind = 'paid'
    ) sold on true
    where a.school_id = ${thisSchool} order by a.title, a.id`.execute(db)
  return rows
}
