import type { SaleReason } from '@escola/contract/sale-reasons'
import type { SalesPlatformName } from '@escola/contract/sales'
import type { SaleState } from '@escola/contract/sales.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { PageRange } from '../../core/paging.ts'
import { readingOrder } from '../../core/paging.ts'
import { conditionsOf, type SaleFilter } from './sale-filter.queries.ts'
import { listIdsOfCohort, saveItems } from './sale-items.queries.ts'

export interface DeliveryRow {
  id: string
  platform: SalesPlatformName
  headers: Record<string, string>
  query: Record<string, string>
  /** Plain in deliveries from before bodies were sealed, until they are. */
  body: string
  sealed_body: string | null
  delivery_hash: string
  /** Null for a delivery of an earlier release whose integration is gone. */
  account_id: string | null
  integration_id: string | null
  /** Class that an administrator has chosen for this purchase alone. */
  chosen_cohort_id: string | null
  state: SaleState
  reason: string
  transaction_code: string
  buyer_name: string
  buyer_email: string
  corrected_email: string
  product_ids: string[]
  offer_ids: string[]
  utc_received_on: Date
  /** Moment of the arrival that counts where the delivery names none; null: the first. */
  utc_counts_on: Date | null
  /** All ids of the items that no class sells, the main one of each first. */
  waiting_ids: string[]
  /** Number of those items; null: a sale from before they were looked for. */
  waiting_items: number | null
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
  'chosen_cohort_id',
  'state',
  'reason',
  'transaction_code',
  'buyer_name',
  'buyer_email',
  'corrected_email',
  'product_ids',
  'offer_ids',
  'utc_received_on',
  'utc_counts_on',
  'waiting_ids',
  'waiting_items',
] as const

/** Delivery that was received, with its result so far. */
export async function findDelivery(db: SchoolDb, id: string): Promise<DeliveryRow | undefined> {
  const row = await db.selectFrom('sales').where('id', '=', id).select(deliveryColumns).executeTakeFirst()
  return row as DeliveryRow | undefined
}

/** Locks a sale that still waits. Another worker may have done it meanwhile, and it may have come again. */
export const lockWaiting = (db: SchoolDb, id: string) =>
  db
    .selectFrom('sales')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .select(['id', 'utc_counts_on'])
    .forUpdate()
    .executeTakeFirst()

/** Makes the latest arrival count of a delivery that came more than once. */
export const countLatest = (db: SchoolDb, id: string) =>
  db
    .updateTable('sales')
    .set((is) => ({ utc_counts_on: is.ref('utc_repeated_on') }))
    .where('id', '=', id)
    .where('utc_repeated_on', 'is not', null)
    .where('state', 'not in', ['waiting', 'ignored'])
    .execute()

export interface Outcome {
  state: SaleState
  reason?: SaleReason
  reason_detail?: string
  event?: string
  transaction_code?: string
  buyer_name?: string
  buyer_email?: string
  buyer_phone?: string
  product_ids?: string[]
  offer_ids?: string[]
  product_name?: string
  amount_cents?: number
  currency?: string
  waiting_ids?: string[]
  waiting_items?: number
}
export async function recordOutcome(db: SchoolDb, id: string, outcome: Outcome): Promise<void> {
  await db
    .updateTable('sales')
    .set({ reason: '', reason_detail: '', waiting_ids: [], waiting_items: 0, ...outcome })
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

/** Waiting sales are about to be processed, and the bodies of some are gone. @returns the ids of the sales to process */
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

/** Changes sales that wait for an administrator. @returns the ids of the sales that waited */
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

/** Notes the class that an administrator has chosen for the purchase of these sales. */
export const chooseCohort = (db: SchoolDb, ids: string[], cohortId: string) =>
  db
    .updateTable('sales')
    .set({ chosen_cohort_id: cohortId })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()

/** Class that was chosen for a purchase, unless it was deleted since. */
export const findChosen = async (
  db: SchoolDb,
  { chosen_cohort_id: id }: Pick<DeliveryRow, 'chosen_cohort_id'>,
): Promise<string | null> =>
  id && ((await db.selectFrom('cohorts').where('id', '=', id).select('id').executeTakeFirst())?.id ?? null)

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
  times: number
  utc_repeated_on: Date | null
  waiting_ids: string[]
  waiting_items: number | null
  account_id: string | null
}

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
      s.product_name, s.utc_received_on, s.times, s.utc_repeated_on, s.waiting_ids, s.waiting_items, s.account_id
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
