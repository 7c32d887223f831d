import { mappedPlatform } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

/** Stands for a platform in rows that name a class: a purchase is in it which it does not sell, as a renewal that has followed its subscriber. */
const byCohort = 'cohort'

/** Keeps which products, offers and plans these sales name now, by which a class finds them, and the classes that they are in without being sold there. */
export async function saveItems(db: SchoolDb, saleIds: string[]): Promise<void> {
  await Promise.all([
    sql`
      delete from sale_items i using sales s
      where i.school_id = ${thisSchool} and i.sale_id = any(${saleIds}::bigint[]) and s.school_id = ${thisSchool} and s.id = i.sale_id
        and i.platform <> ${byCohort} and i.item_id <> all(s.product_ids || s.offer_ids)`.execute(db),
    sql`
      insert into sale_items (school_id, platform, item_id, utc_received_on, sale_id)
      select ${thisSchool}::bigint, s.platform, item, s.utc_received_on, s.id from sales s cross join unnest(s.product_ids || s.offer_ids) as item
      where s.school_id = ${thisSchool} and s.id = any(${saleIds}::bigint[])
      union all
      select ${thisSchool}::bigint, ${byCohort}, g.cohort_id::text, s.utc_received_on, s.id from sales s
      cross join lateral (select s.platform || ':' || replace(replace(s.transaction_code, '%', '%25'), ':', '%3A') || ':' as prefix) k
      cross join lateral (
        select distinct o.cohort_id from enrollment_grants o where o.school_id = ${thisSchool} and o.source = 'sale'
          and o.source_key >= k.prefix collate "C" and o.source_key < (k.prefix || ${afterAll}::text) collate "C") g
      where s.school_id = ${thisSchool} and s.id = any(${saleIds}::bigint[]) and s.transaction_code <> '' and not exists (
        select from sales_integrations n where n.school_id = ${thisSchool} and n.cohort_id = g.cohort_id and n.utc_ended_on is null
          and (n.id = s.integration_id or n.product_ids && s.product_ids or n.product_ids && s.offer_ids))
      on conflict do nothing`.execute(db),
  ])
}

/**
 * Ids of the newest sales of what a class sells, or sold until its integration ended, and of those that are in it all the same, at most so many. The numbers
 * of a platform that the school named are those of one account.
 * Without a condition, the newest of each product are read from an index and no others; with one, all of them are.
 */
export async function listIdsOfCohort(
  db: SchoolDb,
  cohortId: string,
  { conditions, atMost }: { conditions: RawBuilder<boolean>[]; atMost: number },
): Promise<string[]> {
  const asked = conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``
  const newest = conditions.length > 0 ? sql`` : sql`order by s.utc_received_on desc, s.id desc limit ${atMost}::int`
  const newestItems =
    conditions.length > 0 ? sql`` : sql`order by i.utc_received_on desc, i.sale_id desc limit ${atMost}::int`
  const { rows } = await sql<{ id: string }>`
    with mine as (
      select n.id, n.product_ids, a.platform, case when a.platform = ${mappedPlatform} then a.id end as account_id,
        coalesce(n.utc_ended_on, 'infinity') as until
      from sales_integrations n
      join sales_accounts a on a.school_id = ${thisSchool} and a.id = n.account_id
      where n.school_id = ${thisSchool} and n.cohort_id = ${cohortId}::bigint
    ), sold as materialized (
      select m.platform, m.account_id, item.id, max(m.until) as until from mine m cross join unnest(m.product_ids) as item (id)
      group by m.platform, m.account_id, item.id
    )
    select id from (
      select f.* from sold cross join lateral (
        select s.id, s.utc_received_on from sale_items i join sales s on s.school_id = ${thisSchool} and s.id = i.sale_id
        where i.school_id = ${thisSchool} and i.platform = sold.platform and i.item_id = sold.id
          and i.utc_received_on < sold.until and (sold.account_id is null or s.account_id = sold.account_id) ${asked} ${newestItems}) f
      union
      select f.* from (
        select s.id, s.utc_received_on from sale_items i join sales s on s.school_id = ${thisSchool} and s.id = i.sale_id
        where i.school_id = ${thisSchool} and i.platform = ${byCohort} and i.item_id = ${cohortId}::text ${asked} ${newestItems}) f
      union
      select f.* from mine cross join lateral (
        select s.id, s.utc_received_on from sales s where s.school_id = ${thisSchool} and s.integration_id = mine.id ${asked} ${newest}) f
    ) found order by utc_received_on desc, id desc limit ${atMost}::int`.execute(db)
  return rows.map(({ id }) => id)
}

/** Last code point of Unicode: it ends the range of keys that share a prefix. */
const afterAll = '\u{10ffff}'
