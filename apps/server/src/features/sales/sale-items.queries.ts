import { mappedPlatform } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

/** Keeps which products, offers and plans these sales name now, by which a class finds them. */
export async function saveItems(db: SchoolDb, saleIds: string[]): Promise<void> {
  await Promise.all([
    sql`
      delete from sale_items i using sales s
      where i.school_id = ${thisSchool} and i.sale_id = any(${saleIds}::bigint[]) and s.school_id = ${thisSchool} and s.id = i.sale_id
        and i.item_id <> all(s.product_ids || s.offer_ids)`.execute(db),
    sql`
      insert into sale_items (school_id, platform, item_id, utc_received_on, sale_id)
      select ${thisSchool}::bigint, s.platform, item, s.utc_received_on, s.id from sales s cross join unnest(s.product_ids || s.offer_ids) as item
      where s.school_id = ${thisSchool} and s.id = any(${saleIds}::bigint[])
      on conflict do nothing`.execute(db),
  ])
}

/**
 * Ids of the newest sales of what a class sells, at most so many. The numbers of a platform that the school named are those of one account.
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
      select n.id, n.product_ids, a.platform, case when a.platform = ${mappedPlatform} then a.id end as account_id from sales_integrations n
      join sales_accounts a on a.school_id = ${thisSchool} and a.id = n.account_id
      where n.school_id = ${thisSchool} and n.cohort_id = ${cohortId}::bigint
    ), sold as materialized (
      select distinct m.platform, m.account_id, item.id from mine m cross join unnest(m.product_ids) as item (id)
    )
    select id from (
      select f.* from sold cross join lateral (
        select s.id, s.utc_received_on from sale_items i join sales s on s.school_id = ${thisSchool} and s.id = i.sale_id
        where i.school_id = ${thisSchool} and i.platform = sold.platform and i.item_id = sold.id
          and (sold.account_id is null or s.account_id = sold.account_id) ${asked} ${newestItems}) f
      union
      select f.* from mine cross join lateral (
        select s.id, s.utc_received_on from sales s where s.school_id = ${thisSchool} and s.integration_id = mine.id ${asked} ${newest}) f
    ) found order by utc_received_on desc, id desc limit ${atMost}::int`.execute(db)
  return rows.map(({ id }) => id)
}
