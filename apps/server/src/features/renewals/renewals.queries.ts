import type { SalesPlatformName } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Range } from './followed.queries.ts'

/** Products of an account, and the beginning of the codes of its purchases where two accounts count alike. */
interface Sold {
  platform: string
  codes: string
  productIds: string[]
}

export interface RenewingGrant {
  platform: SalesPlatformName
  purchase: string
  subscription: string
  sourceKey: string
  userId: string
  name: string
  email: string
  cellphone: string
  chargeEndsOn: Date | null
}

/** Last code point of Unicode: it ends the range of keys that share a prefix. */
const afterAll = '\u{10ffff}'

/**
 * Grants by which students are in other classes who subscribe to one of these products, and not in this class by the same purchase, in the order of the
 * students. Those whom the school has moved out of it, or taken out, are not asked about. Purchases of the products come first: where there are none, no
 * grant of the school is read.
 */
export async function listRenewing(
  db: SchoolDb,
  { cohortId, sold, now, range }: { cohortId: string; sold: Sold[]; now: Date; range?: Range | undefined },
): Promise<RenewingGrant[]> {
  if (sold.length === 0) return []
  const items = sold.flatMap(({ platform, codes, productIds }) => productIds.map((id) => ({ platform, codes, id })))
  const { rows } = await sql<RenewingGrant>`
    with sold as materialized (
      select platform, codes, array_agg(item) as items
      from unnest(${items.map(({ platform }) => platform)}::text[], ${items.map(({ codes }) => codes)}::text[], ${items.map(({ id }) => id)}::text[])
        as i (platform, codes, item) group by platform, codes
    ), bought as materialized (
      select distinct f.platform, f.purchase_code, f.subscription_code from sold s
      join purchase_facts f on f.school_id = ${thisSchool} and f.platform = s.platform and f.purchase_code <> '' and f.subscription_code is not null
        and f.item_ids && s.items and starts_with(f.purchase_code, s.codes)
    ), renewing as materialized (
      select distinct on (g.user_id, g.source_key) b.platform, b.purchase_code, b.subscription_code, g.source_key, g.user_id, g.utc_charge_ends_on
      from bought b
      cross join lateral (select b.platform || ':' || replace(replace(b.purchase_code, '%', '%25'), ':', '%3A') || ':' as prefix) k
      cross join lateral (
        select * from enrollment_grants o where o.school_id = ${thisSchool} and o.source = 'sale'
          and o.source_key >= k.prefix collate "C" and o.source_key < (k.prefix || ${afterAll}::text) collate "C" offset 0) g
      where g.user_id > ${range?.after ?? '0'}::bigint
        and g.utc_ended_on is null and not g.is_last_charge and g.cohort_id <> ${cohortId}::bigint and (g.utc_ends_on is null or g.utc_ends_on > ${now})
        and not exists (select from enrollment_grants t where t.school_id = ${thisSchool} and t.user_id = g.user_id
          and (${cohortId}::bigint = any(t.moved_from) or t.cohort_id = ${cohortId}::bigint and t.ended_why = 'removed_by_school'))
        and not exists (select from enrollment_grants t where t.school_id = ${thisSchool} and t.cohort_id = ${cohortId}::bigint and t.user_id = g.user_id
          and t.source = 'sale' and t.source_key = g.source_key and t.utc_ended_on is null)
      order by g.user_id, g.source_key, g.id
    )
    select r.platform, r.purchase_code as purchase, r.subscription_code as subscription, r.source_key as "sourceKey", r.user_id as "userId",
      m.name, m.email, m.cellphone, r.utc_charge_ends_on as "chargeEndsOn"
    from renewing r join memberships m on m.school_id = ${thisSchool} and m.user_id = r.user_id
    where r.user_id in (select distinct user_id from renewing order by user_id limit ${range?.limit ?? null}::int)
    order by r.user_id, r.source_key`.execute(db)
  return rows
}
