import type { SalesPlatformName } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface Member {
  userId: string
  name: string
  email: string
  cellphone: string
}
const memberColumns = ['user_id as userId', 'name', 'email', 'cellphone'] as const

export const findMember = (db: SchoolDb, userId: string): Promise<Member | undefined> =>
  db.selectFrom('memberships').where('user_id', '=', userId).select(memberColumns).executeTakeFirst()

export const findMemberByEmail = (db: SchoolDb, email: string): Promise<Member | undefined> =>
  db.selectFrom('memberships').where('email', '=', email).select(memberColumns).executeTakeFirst()

/** Integration at whose address the latest delivery of a purchase came in. */
export async function findIntegrationId(
  db: SchoolDb,
  { platform, transaction }: { platform: SalesPlatformName; transaction: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('sales')
    .where('platform', '=', platform)
    .where('transaction_code', '=', transaction)
    .where('transaction_code', '<>', '')
    .where('integration_id', 'is not', null)
    .select('integration_id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.integration_id ?? null
}

/** Deliveries of a purchase that have opened nothing for want of its student. */
export async function listUnsettled(
  db: SchoolDb,
  { platform, transaction }: { platform: SalesPlatformName; transaction: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sales
    where school_id = ${thisSchool} and platform = ${platform} and transaction_code <> '' and transaction_code = ${transaction}
      and (state in ('no_email', 'unmatched') or (state = 'done' and reason in ('others_purchase', 'removed_by_school')))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Titles of classes, without those in which a student has another living grant than these. */
export async function listTitles(
  db: SchoolDb,
  { cohortIds, userId, except, now }: { cohortIds: string[]; userId: string | null; except: string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select h.title from cohorts h
    where h.school_id = ${thisSchool} and h.id = any(${cohortIds}::bigint[]) and not exists (
      select from enrollment_grants g
      where g.school_id = ${thisSchool} and g.cohort_id = h.id and g.user_id = ${userId}::bigint and g.utc_ended_on is null
        and (g.utc_ends_on is null or g.utc_ends_on > ${now}) and not (g.source = 'sale' and g.source_key = any(${except}::text[])))
    order by h.title`.execute(db)
  return rows.map(({ title }) => title)
}

export interface Giving {
  saleId: string
  givenOn: Date
  /** '' and null: the school no longer has the student. */
  name: string
  link: string | null
}

/** Students to whom the school has given the purchases of sales, or the subscriptions of those. */
export async function listGivings(
  db: SchoolDb,
  sales: { id: string; platform: string; transaction_code: string }[],
): Promise<Giving[]> {
  const named = sales.filter(({ transaction_code }) => transaction_code !== '')
  const { rows } = await sql<Giving>`
    select s.id as "saleId", f.utc_occurred_on as "givenOn", coalesce(m.name, '') as name, m.link
    from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ platform }) => platform)}::text[],
      ${named.map(({ transaction_code }) => transaction_code)}::text[]) as s (id, platform, code)
    cross join lateral (
      with own as (select subscription_code as code from purchase_facts
        where school_id = ${thisSchool} and platform = s.platform and purchase_code <> '' and purchase_code = s.code and subscription_code is not null)
      select kind, user_id, utc_occurred_on from purchase_facts
      where school_id = ${thisSchool} and platform = s.platform and kind in ('given', 'removed') and purchase_code <> '' and (
        purchase_code = s.code or purchase_code in (select purchase_code from purchase_facts
          where school_id = ${thisSchool} and platform = s.platform and subscription_code in (select code from own)))
      order by utc_occurred_on desc, kind desc limit 1
    ) f
    left join memberships m on m.school_id = ${thisSchool} and m.user_id = f.user_id
    where f.kind = 'given'`.execute(db)
  return rows
}
