import type { SaleReason } from '@escola/contract/sale-reasons'
import type { SalesPlatformName } from '@escola/contract/sales'
import type { SaleState } from '@escola/contract/sales.contract'
import { type SchoolDb, type Statement, thisSchool, type Write } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import type { PageRange } from '../../core/paging.ts'
import { readingOrder } from '../../core/paging.ts'
import { patternOf } from '../../core/search-pattern.ts'
import { listIdsOfCohort, saveItems } from './sale-items.queries.ts'

export interface NewSale {
  platform: SalesPlatformName
  delivery_hash: string
  headers: string
  query: string
  sealed_body: string
  account_id: string
  integration_id: string | null
  utc_received_on: Date
}

const insertStatement: Statement = {
  name: 'insert_sale',
  text: `
    insert into sales (school_id, platform, delivery_hash, headers, query, body, sealed_body, account_id, integration_id, utc_received_on)
    values ($1, $2, $3, $4::jsonb, $5::jsonb, '', $6, $7, $8, $9)
    on conflict (school_id, platform, delivery_hash) do nothing returning id::text`,
}

/** Makes the write that keeps a delivery; it gives the id of one that was not received before. */
export function writeOfSale(sale: NewSale): Write {
  const { platform, delivery_hash, headers, query, sealed_body, account_id, integration_id, utc_received_on } = sale
  const values = [platform, delivery_hash, headers, query, sealed_body, account_id, integration_id, utc_received_on]
  return { statement: insertStatement, values }
}

export interface DeliveryRow {
  id: string
  platform: SalesPlatformName
  headers: Record<string, string>
  query: Record<string, string>
  /** Plain in deliveries of before bodies were sealed, until they are. */
  body: string
  sealed_body: string | null
  delivery_hash: string
  /** Null for a delivery of an earlier release whose integration is gone. */
  account_id: string | null
  integration_id: string | null
  state: SaleState
  reason: string
  transaction_code: string
  buyer_name: string
  buyer_email: string
  corrected_email: string
  product_ids: string[]
  offer_ids: string[]
  utc_received_on: Date
}

export const deliveryColumns = [
  'id',
  'platform',
  'headers',
  'query',
  'body',
  'sealed_body',
  'delivery_hash',
  'account_id',
  'integration_id',
  'state',
  'reason',
  'transaction_code',
  'buyer_name',
  'buyer_email',
  'corrected_email',
  'product_ids',
  'offer_ids',
  'utc_received_on',
] as const

/** Delivery that was received, with its result so far. */
export async function findDelivery(db: SchoolDb, id: string): Promise<DeliveryRow | undefined> {
  const row = await db.selectFrom('sales').where('id', '=', id).select(deliveryColumns).executeTakeFirst()
  return row as DeliveryRow | undefined
}

/** Locks a sale that still waits. Another worker may have done it meanwhile. */
export const lockWaiting = (db: SchoolDb, id: string) =>
  db.selectFrom('sales').where('id', '=', id).where('state', '=', 'waiting').select('id').forUpdate().executeTakeFirst()

export interface Outcome {
  state: SaleState
  reason?: SaleReason
  reason_detail?: string
  event?: string
  transaction_code?: string
  buyer_name?: string
  buyer_email?: string
  product_ids?: string[]
  offer_ids?: string[]
  product_name?: string
}
export async function recordOutcome(db: SchoolDb, id: string, outcome: Outcome): Promise<void> {
  await db
    .updateTable('sales')
    .set({ reason: '', reason_detail: '', ...outcome })
    .where('id', '=', id)
    .execute()
  await saveItems(db, [id])
}

/** Marks a sale as failed. The reason for which it was waiting is kept. */
export const failSale = (db: SchoolDb, id: string) =>
  db
    .updateTable('sales')
    .set({ state: 'failed', reason: sql<SaleReason>`case when reason = '' then 'failed' else reason end` })
    .where('id', '=', id)
    .execute()

/** Those that wait already are about to be done, and of some no more is kept. @returns the ids of those that have to be done */
export async function askAgain(db: SchoolDb, ids: string[]): Promise<string[]> {
  const rows = await db
    .updateTable('sales')
    .set({ state: 'waiting', reason: '', reason_detail: '' })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .where('state', 'not in', ['waiting', 'ignored'])
    .where('reason', '<>', 'erased')
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Locks all deliveries of the purchase of a sale, in one order, until the transaction ends.
 * @returns ids of the others; none of a sale whose purchase is not known
 */
export async function lockOthers(
  db: SchoolDb,
  { id, platform, transaction_code: code }: Pick<DeliveryRow, 'id' | 'platform' | 'transaction_code'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sales
    where school_id = ${thisSchool} and platform = ${platform} and transaction_code <> '' and transaction_code = ${code}
    order by id for update`.execute(db)
  return rows.map((row) => row.id).filter((other) => other !== id)
}

/** Changes sales that wait for an administrator. @returns the ids of those that did */
export async function settleSales(
  db: SchoolDb,
  ids: string[],
  values: { state: SaleState; reason?: SaleReason; reason_detail?: string; corrected_email?: string },
  from: readonly SaleState[],
): Promise<string[]> {
  const rows = await db
    .updateTable('sales')
    .set({ reason: '', reason_detail: '', ...values })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .where('state', 'in', from)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Sales of any of these products, offers or plans that no class had. */
export async function listUnmatched(
  db: SchoolDb,
  { platform, ids, accountId }: { platform: SalesPlatformName; ids: string[]; accountId?: string | undefined },
): Promise<string[]> {
  const rows = await db
    .selectFrom('sales')
    .where('state', '=', 'unmatched')
    .where('platform', '=', platform)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .where(sql<boolean>`(product_ids && ${ids}::text[] or offer_ids && ${ids}::text[])`)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

export interface SaleRow {
  id: string
  platform: SalesPlatformName
  event: string
  state: SaleState
  reason: string
  reason_detail: string
  transaction_code: string
  buyer_name: string
  buyer_email: string
  product_ids: string[]
  offer_ids: string[]
  product_name: string
  utc_received_on: Date
}

export interface SaleFilter {
  state?: SaleState | undefined
  /** Part of a name, an e-mail or a transaction; empty: every sale. */
  search?: string
}

const conditionsOf = ({ state, search = '' }: SaleFilter): RawBuilder<boolean>[] => [
  ...(state === undefined ? [] : [sql<boolean>`s.state = ${state}`]),
  ...(search === '' ? [] : [sql<boolean>`s.folded like app.fold(${patternOf(search)})`]),
]

const selectSales = (db: SchoolDb, filter: SaleFilter) =>
  db.selectFrom('sales as s').where((is) => is.and(conditionsOf(filter)))

export const countSales = async (db: SchoolDb, filter: SaleFilter): Promise<number> =>
  Number(
    (
      await selectSales(db, filter)
        .select((is) => is.fn.countAll().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  )

/** Ids of a range of the sales, newest first. */
export async function listIds(db: SchoolDb, filter: SaleFilter, range: PageRange): Promise<string[]> {
  const reading = readingOrder('desc', range)
  const rows = await selectSales(db, filter)
    .select('id')
    .orderBy('utc_received_on', reading)
    .orderBy('id', reading)
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the newest sales of what a class sells, at most so many. */
export const listNewestIds = (db: SchoolDb, cohortId: string, filter: SaleFilter, atMost: number): Promise<string[]> =>
  listIdsOfCohort(db, cohortId, { conditions: conditionsOf(filter), atMost })

/** Newest first. */
export async function listSales(db: SchoolDb, ids: string[]): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select s.id, s.platform, s.event, s.state, s.reason, s.reason_detail, s.transaction_code, s.buyer_name, s.buyer_email, s.product_ids, s.offer_ids,
      s.product_name, s.utc_received_on
    from sales s
    where s.school_id = ${thisSchool} and s.id = any (${ids}::bigint[])
    order by s.utc_received_on desc, s.id desc`.execute(db)
  return rows
}

/** Ids of the oldest sales of a filter. */
export async function listOldest(db: SchoolDb, filter: SaleFilter, limit: number): Promise<string[]> {
  const rows = await selectSales(db, filter)
    .select('id')
    .orderBy('utc_received_on')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export interface SoldStay {
  key: string
  cohortId: string
  /** null: the class was deleted. */
  id: string | null
  title: string
  endsOn: Date | null
  endedOn: Date | null
  endedWhy: string
}

/** Classes that purchases have opened, by the beginning of the keys of their grants, each as its latest grant says; one that lives goes first. */
export async function listSoldStays(db: SchoolDb, keys: string[]): Promise<SoldStay[]> {
  const { rows } = await sql<SoldStay>`
    select distinct on (k.key, g.cohort_id) k.key, g.cohort_id::text as "cohortId", h.id::text as id, coalesce(h.title, g.cohort_title, '') as title,
      g.utc_ends_on as "endsOn", g.utc_ended_on as "endedOn", coalesce(g.ended_why, '') as "endedWhy"
    from unnest(${keys}::text[]) as k (key)
    join enrollment_grants g on g.school_id = ${thisSchool} and g.source = 'sale'
      and g.source_key >= k.key collate "C" and g.source_key < (k.key || ${afterAll}) collate "C"
    left join cohorts h on h.school_id = ${thisSchool} and h.id = g.cohort_id
    order by k.key, g.cohort_id, g.utc_ended_on desc nulls first, g.utc_ends_on desc nulls first`.execute(db)
  return rows
}
/** Last code point of Unicode: it ends the range of keys that share a prefix. */
const afterAll = '\u{10ffff}'
