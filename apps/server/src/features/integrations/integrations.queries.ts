import { mappedPlatform, type SalesPlatformName } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

export interface IntegrationRow {
  id: string
  cohort_id: string
  account_id: string
  account_title: string
  /** The school has stopped selling by the account. */
  account_ended: boolean
  utc_account_ended_on: Date | null
  utc_tested_on: Date | null
  platform: SalesPlatformName
  product_ids: string[]
  keeps_paid_period: boolean
  /** Text of its JSON; null: that of the class. */
  term: string | null
  /** It has stopped selling, and its rules still hold for its buyers. Earlier releases don't set it when they delete a class. */
  is_ended: boolean
  /** Its class takes new purchases. */
  takes_purchases: boolean
}

/** Integrations of one class or platform, in the order in which they were made; ended ones go last, and only where they are asked for. */
export async function listIntegrations(
  db: SchoolDb,
  { cohortId, platform, ended = false }: { cohortId?: string; platform?: SalesPlatformName; ended?: boolean } = {},
): Promise<IntegrationRow[]> {
  const { rows } = await sql<IntegrationRow>`
    select i.id, i.cohort_id, i.account_id, a.title as account_title, a.utc_ended_on is not null as account_ended,
      a.utc_ended_on as utc_account_ended_on, a.utc_tested_on, a.platform, i.product_ids, i.keeps_paid_period, i.term::text as term, i.utc_ended_on is not null or h.id is null as is_ended,
      h.utc_sales_ended_on is null as takes_purchases
    from sales_integrations i join sales_accounts a on a.school_id = ${thisSchool} and a.id = i.account_id
    left join cohorts h on h.school_id = ${thisSchool} and h.id = i.cohort_id
    where i.school_id = ${thisSchool} and i.cohort_id = coalesce(${cohortId ?? null}::bigint, i.cohort_id)
      and a.platform = coalesce(${platform ?? null}::text, a.platform)
      and (${ended}::boolean or i.utc_ended_on is null and h.id is not null)
    order by is_ended, i.id`.execute(db)
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
      where i.school_id = ${thisSchool} and i.cohort_id = ${cohortId} and i.utc_ended_on is null
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
      join sales_products p on p.school_id = ${thisSchool} and p.platform = m.platform and p.product_id = any(m.product_ids) and p.name <> ''
      group by m.id
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

/** Integrations end and stay; of the class and account of each, the latest that sold a product says what counted. */
export async function endIntegrations(db: SchoolDb, ids: string[], now: Date): Promise<void> {
  await db
    .updateTable('sales_integrations')
    .set({ utc_ended_on: now })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()
  await forgetSuperseded(db, ids)
}

/** Products that an integration sold until now stay, as one that ended, while it sells something else from now on. */
export async function keepEnded(
  db: SchoolDb,
  { cohort_id, account_id, keeps_paid_period, term }: IntegrationRow,
  { productIds, now }: { productIds: string[]; now: Date },
): Promise<void> {
  const { id } = await db
    .insertInto('sales_integrations')
    .values({ cohort_id, account_id, product_ids: productIds, keeps_paid_period, term, utc_ended_on: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await forgetSuperseded(db, [id])
}

/** Deletes integrations that ended before these and sold nothing else, so that a product which comes and goes leaves one row. */
const forgetSuperseded = (db: SchoolDb, ids: string[]) =>
  sql`
    delete from sales_integrations o using sales_integrations n
    where o.school_id = ${thisSchool} and n.school_id = ${thisSchool} and n.id = any(${ids}::bigint[]) and o.id <> all(${ids}::bigint[])
      and o.cohort_id = n.cohort_id and o.account_id = n.account_id and o.utc_ended_on is not null
      and o.product_ids <@ n.product_ids and (cardinality(o.product_ids) > 0 or cardinality(n.product_ids) = 0)`.execute(
    db,
  )

/** Those by which a class takes new purchases: it does, and the school sells by their accounts. */
const listTaking = async (db: SchoolDb, cohortId: string) =>
  (await listIntegrations(db, { cohortId })).filter((row) => row.takes_purchases && !row.account_ended)

/** Those by which an account opens classes to new purchases, once the school sells by it. */
const listTakingOf = async (db: SchoolDb, accountId: string) =>
  (await listIntegrations(db)).filter((row) => row.account_id === accountId && row.takes_purchases)

/** Products of an integration, as far as sales are found by them. */
type Sold = Pick<IntegrationRow, 'id' | 'platform' | 'account_id' | 'product_ids'>

/**
 * Sales that wait for a class and name what these integrations sell, or came to the address of one that sells all that comes there; of a sale of several
 * things, one may wait. Many products are looked for in many sales: each sale's are found in one list.
 */
function selectSoldBy(rows: Sold[]) {
  const keys = rows.flatMap(({ platform, account_id, product_ids }) =>
    product_ids.map((id) => `${platform}:${platform === mappedPlatform ? account_id : ''}:${id}`),
  )
  const addressed = rows.filter(({ product_ids }) => product_ids.length === 0).map(({ id }) => id)
  // A purchase whose class was deleted waits for an administrator's choice, and opens no other class by itself.
  const isNamed = (items: RawBuilder<string[]>) => sql`exists (select from unnest(${items}) as u (item)
      where s.platform || ':' || case when s.platform = ${mappedPlatform} then s.account_id::text else '' end || ':' || u.item = any(${keys}::text[]))`
  return sql`
    select s.id, s.platform, s.transaction_code from sales s
    where s.school_id = ${thisSchool} and (s.state = 'unmatched' and s.reason <> 'class_gone' or (s.state = 'dismissed' and s.reason = 'not_of_class'))
      and (s.integration_id = any(${addressed}::bigint[]) or ${isNamed(sql`s.product_ids || s.offer_ids`)})
    union
    select s.id, s.platform, s.transaction_code from sales s
    where s.school_id = ${thisSchool} and s.waiting_ids <> '{}' and s.state = 'done' and ${isNamed(sql`s.waiting_ids`)}`
}

/** Tells whether a class takes new purchases; undefined when there is none. */
export const findTaking = async (db: SchoolDb, id: string): Promise<boolean | undefined> => {
  const row = await db.selectFrom('cohorts').where('id', '=', id).select('utc_sales_ended_on').executeTakeFirst()
  return row && row.utc_sales_ended_on === null
}

/** Products of which a class is to sell. */
export type SoldIn = Omit<Sold, 'id'> & { id?: string; cohort_id: string }

export interface WaitingBuyers {
  /** Number of their purchases. */
  sales: number
  /** Number of the places that they take in classes in which they are not yet. */
  places: number
  /** Those of them whom the school knows and who come into a class that counts. */
  userIds: string[]
  /** Number of the others who come into such a class. */
  unknown: number
}

/** Finds who bought what waits for classes, if these sold their products. */
export async function findWaitingBuyers(db: SchoolDb, sold: SoldIn[]): Promise<WaitingBuyers> {
  if (sold.length === 0) return { sales: 0, places: 0, userIds: [], unknown: 0 }
  const waiting = [...Map.groupBy(sold, ({ cohort_id }) => cohort_id)].map(
    ([cohortId, rows]) =>
      sql`select ${cohortId}::bigint as cohort_id, w.* from (${selectSoldBy(rows.map((row) => ({ id: '0', ...row })))}) w`,
  )
  const { rows } = await sql<WaitingBuyers>`
    with waiting as (
      select w.*, lower(coalesce(nullif(s.corrected_email, ''), s.buyer_email)) as email from (${sql.join(waiting, sql` union all `)}) w
      join sales s on s.school_id = ${thisSchool} and s.id = w.id
    ), buyers as (
      select distinct w.cohort_id, w.email, m.user_id from waiting w
      left join memberships m on m.school_id = ${thisSchool} and m.email = w.email where w.email <> ''
    ), joining as (
      select b.*, h.is_public from buyers b join cohorts h on h.school_id = ${thisSchool} and h.id = b.cohort_id
      where b.user_id is null or not exists (select from living_enrollments e
        where e.school_id = ${thisSchool} and e.cohort_id = b.cohort_id and e.user_id = b.user_id)
    )
    select (select count(distinct (w.platform, coalesce(nullif(w.transaction_code, ''), w.id::text)))::int from waiting w) as sales,
      count(*)::int as places,
      coalesce(array_agg(distinct j.user_id::text) filter (where j.user_id is not null and not j.is_public), '{}') as "userIds",
      (count(distinct j.email) filter (where j.user_id is null and not j.is_public))::int as unknown
    from joining j`.execute(db)
  return rows[0]!
}

/** Finds who bought what waits because the school sells nothing by an account. */
export const findStoppedBuyers = async (db: SchoolDb, accountId: string): Promise<WaitingBuyers> =>
  findWaitingBuyers(db, await listTakingOf(db, accountId))

/** Number of purchases that wait for a class although this one sells them. */
export async function countWaiting(db: SchoolDb, cohortId: string): Promise<number> {
  const sold = selectSoldBy(await listTaking(db, cohortId))
  const { rows } = await sql<{ total: number }>`
    select count(distinct (w.platform, coalesce(nullif(w.transaction_code, ''), w.id::text)))::int as total from (${sold}) w`.execute(
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
  const integrations = await listTaking(db, cohortId)
  const { rows } = await sql<{ id: string }>`
    select w.id from (${selectSoldBy(integrations)}) w
    where w.id > ${after}::bigint order by w.id limit ${limit}::int`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Next sales to repeat when the account sells again, oldest first: those whose product a class sells, and those that no class sells, so that they show their
 * new reason.
 */
export async function listStopped(
  db: SchoolDb,
  { accountId, after }: { accountId: string; after: string },
  limit: number,
): Promise<string[]> {
  const integrations = (await listTakingOf(db, accountId)).filter((row) => !row.account_ended)
  const { rows } = await sql<{ id: string }>`
    select w.id from (
      select id from (${selectSoldBy(integrations)}) s
      union
      select s.id from sales s where s.school_id = ${thisSchool} and s.account_id = ${accountId}::bigint
        and s.state = 'unmatched' and s.reason = 'account_ended'
    ) w where w.id > ${after}::bigint order by w.id limit ${limit}::int`.execute(db)
  return rows.map(({ id }) => id)
}
