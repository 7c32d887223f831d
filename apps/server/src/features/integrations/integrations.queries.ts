import { mappedPlatform, type SalesPlatformName } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface IntegrationRow {
  id: string
  cohort_id: string
  account_id: string
  account_title: string
  utc_tested_on: Date | null
  platform: SalesPlatformName
  product_ids: string[]
  keeps_paid_period: boolean
  /** Text of its JSON; null: that of the class. */
  term: string | null
}

/** Those of one class, or of a platform's, in the order in which they were made. */
export async function listIntegrations(
  db: SchoolDb,
  { cohortId, platform }: { cohortId?: string; platform?: SalesPlatformName } = {},
): Promise<IntegrationRow[]> {
  const { rows } = await sql<IntegrationRow>`
    select i.id, i.cohort_id, i.account_id, a.title as account_title, a.utc_tested_on, a.platform, i.product_ids, i.keeps_paid_period, i.term::text as term
    from sales_integrations i join sales_accounts a on a.school_id = ${thisSchool} and a.id = i.account_id
    where i.school_id = ${thisSchool} and i.cohort_id = coalesce(${cohortId ?? null}::bigint, i.cohort_id)
      and a.platform = coalesce(${platform ?? null}::text, a.platform)
    order by i.id`.execute(db)
  return rows
}

export interface ActivityRow {
  id: string
  /** JSON of the names of its products. */
  names: Record<string, string>
  event: string | null
  utc_told_on: Date | null
  utc_sold_on: Date | null
  utc_delivered_on: Date | null
}

/** Deliveries of an account among which the latest of a product is looked for: a product that is sold seldom is no reason to read them all. */
const latestRead = 500

/** Reads what platforms have sent about the integrations of a class: names of products, and the latest delivery. */
export async function listActivity(db: SchoolDb, cohortId: string): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    with mine as (
      select i.id, i.account_id, i.product_ids, a.platform from sales_integrations i
      join sales_accounts a on a.school_id = ${thisSchool} and a.id = i.account_id
      where i.school_id = ${thisSchool} and i.cohort_id = ${cohortId}
    ), latest as (
      select s.* from (select distinct account_id from mine) m cross join lateral (
        select id, account_id, integration_id, platform, delivery_hash, event, product_ids || offer_ids as item_ids, utc_received_on from sales
        where school_id = ${thisSchool} and account_id = m.account_id order by utc_received_on desc limit ${latestRead}::int
      ) s
    ), matching as (
      select m.id, l.id as sale_id, l.platform, l.delivery_hash, l.event, l.utc_received_on from mine m
      join latest l on l.account_id = m.account_id and l.event <> '' and (l.integration_id = m.id or l.item_ids && m.product_ids)
    ), told as (
      select distinct on (id) id, event, utc_received_on from matching order by id, utc_received_on desc, sale_id desc
    ), sold as (
      select t.id, max(t.utc_received_on) as utc_sold_on from matching t
      join purchase_facts f on f.school_id = ${thisSchool} and f.platform = t.platform and f.fact_key = t.delivery_hash and f.kind = 'paid'
      group by t.id
    ), named as (
      select m.id, jsonb_object_agg(p.product_id, p.name) as names from mine m
      join sales_products p on p.school_id = ${thisSchool} and p.platform = m.platform and p.product_id = any(m.product_ids) group by m.id
    )
    select m.id, coalesce(n.names, '{}') as names, t.event, t.utc_received_on as utc_told_on, p.utc_sold_on,
      (select max(l.utc_received_on) from latest l where l.account_id = m.account_id) as utc_delivered_on
    from mine m left join told t on t.id = m.id left join sold p on p.id = m.id left join named n on n.id = m.id`.execute(
    db,
  )
  return rows
}

export type IntegrationValues = Pick<IntegrationRow, 'account_id' | 'product_ids' | 'keeps_paid_period' | 'term'>

export const insertIntegration = (db: SchoolDb, cohortId: string, values: IntegrationValues) =>
  db
    .insertInto('sales_integrations')
    .values({ cohort_id: cohortId, ...values })
    .execute()

export const updateIntegration = (db: SchoolDb, id: string, values: Partial<IntegrationValues>) =>
  db.updateTable('sales_integrations').set(values).where('id', '=', id).execute()

export const deleteIntegrations = (db: SchoolDb, ids: string[]) =>
  db
    .deleteFrom('sales_integrations')
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()

/**
 * Condition of the sales that wait for a class and name what these integrations sell, or came to the address of one that sells all that comes there.
 * Many products are looked for in many sales: each sale's are found in one list.
 */
function isSoldBy(rows: IntegrationRow[]) {
  const keys = rows.flatMap(({ platform, account_id, product_ids }) =>
    product_ids.map((id) => `${platform}:${platform === mappedPlatform ? account_id : ''}:${id}`),
  )
  const addressed = rows.filter(({ product_ids }) => product_ids.length === 0).map(({ id }) => id)
  return sql`s.school_id = ${thisSchool} and s.state = 'unmatched' and (s.integration_id = any(${addressed}::bigint[])
    or exists (select from unnest(s.product_ids || s.offer_ids) as u (item)
      where s.platform || ':' || case when s.platform = ${mappedPlatform} then s.account_id::text else '' end || ':' || u.item = any(${keys}::text[])))`
}

/** Number of purchases that wait for a class although this one sells them. */
export async function countWaiting(db: SchoolDb, cohortId: string): Promise<number> {
  const sold = isSoldBy(await listIntegrations(db, { cohortId }))
  const { rows } = await sql<{ total: number }>`
    select count(distinct (s.platform, coalesce(nullif(s.transaction_code, ''), s.id::text)))::int as total from sales s where ${sold}`.execute(
    db,
  )
  return rows[0]!.total
}

/** Next of the sales that wait for a class although this one sells them, in the order in which they came. */
export async function listWaiting(
  db: SchoolDb,
  { cohortId, after }: { cohortId: string; after: string },
  limit: number,
): Promise<string[]> {
  const sold = isSoldBy(await listIntegrations(db, { cohortId }))
  const { rows } = await sql<{ id: string }>`
    select s.id from sales s where ${sold} and s.id > ${after}::bigint order by s.id limit ${limit}::int`.execute(db)
  return rows.map(({ id }) => id)
}
