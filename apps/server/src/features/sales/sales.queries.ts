import type { SalesPlatformName } from '@escola/contract/sales'
import type { SaleState } from '@escola/contract/sales.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Stretch } from '../../core/paging.ts'
import { readingOrder } from '../../core/paging.ts'

export interface NewSale {
  platform: SalesPlatformName
  delivery_hash: string
  headers: string
  query: string
  body: string
  integration_id: string
  utc_received_on: Date
}

/** @returns its id; undefined when it was received before */
export const insertSale = async (db: SchoolDb, sale: NewSale): Promise<string | undefined> =>
  (
    await db
      .insertInto('sales')
      .values(sale)
      .onConflict((conflict) => conflict.columns(['school_id', 'platform', 'delivery_hash']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export interface DeliveryRow {
  id: string
  platform: SalesPlatformName
  headers: Record<string, string>
  query: Record<string, string>
  body: string
  delivery_hash: string
  integration_id: string
  state: SaleState
  product_ids: string[]
}

/** What was received, with what became of it so far. */
export async function findDelivery(db: SchoolDb, id: string): Promise<DeliveryRow | undefined> {
  const row = await db
    .selectFrom('sales')
    .where('id', '=', id)
    .select(['id', 'platform', 'headers', 'query', 'body', 'delivery_hash', 'integration_id', 'state', 'product_ids'])
    .executeTakeFirst()
  return row as DeliveryRow | undefined
}

/** Holds a sale that still waits. Somebody else may have done it meanwhile. */
export const holdWaiting = (db: SchoolDb, id: string) =>
  db.selectFrom('sales').where('id', '=', id).where('state', '=', 'waiting').select('id').forUpdate().executeTakeFirst()

export interface Outcome {
  state: SaleState
  reason?: string
  event?: string
  transaction_code?: string
  buyer_name?: string
  buyer_email?: string
  product_ids?: string[]
  product_name?: string
}
export const noteOutcome = (db: SchoolDb, id: string, outcome: Outcome) =>
  db
    .updateTable('sales')
    .set({ reason: '', ...outcome })
    .where('id', '=', id)
    .execute()

/** Those that wait already are about to be done. @returns the ids of those that have to be done */
export async function askAgain(db: SchoolDb, ids: string[]): Promise<string[]> {
  const rows = await db
    .updateTable('sales')
    .set({ state: 'waiting', reason: '' })
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .where('state', '<>', 'waiting')
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Sales of any of these products that no class had. */
export async function listUnmatched(
  db: SchoolDb,
  platform: SalesPlatformName,
  productIds: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('sales')
    .where('state', '=', 'unmatched')
    .where('platform', '=', platform)
    .where(sql<boolean>`product_ids && ${productIds}::text[]`)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Makes the events of one purchase wait for each other.
 * @returns when it was paid back, if it was
 */
export async function holdTransaction(db: SchoolDb, platform: string, code: string): Promise<Date | null> {
  await db
    .insertInto('sales_transactions')
    .values({ platform, code })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('sales_transactions')
    .where('platform', '=', platform)
    .where('code', '=', code)
    .select('utc_paid_back_on')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.utc_paid_back_on
}

export const notePaidBack = (db: SchoolDb, platform: string, code: string, now: Date) =>
  db
    .updateTable('sales_transactions')
    .set({ utc_paid_back_on: now })
    .where('platform', '=', platform)
    .where('code', '=', code)
    .where('utc_paid_back_on', 'is', null)
    .execute()

export interface NewGrant {
  platform: string
  transaction_code: string
  cohort_id: string
  user_id: string
  subscription_code: string | null
}

/** Told once more, what had ended is open again. */
export const upsertGrant = (db: SchoolDb, grant: NewGrant, now: Date) =>
  db
    .insertInto('sales_grants')
    .values({ ...grant, utc_granted_on: now })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'platform', 'transaction_code', 'cohort_id'])
        .doUpdateSet({ utc_ends_on: null, utc_ended_on: null }),
    )
    .execute()

export interface Grant {
  platform: string
  transaction_code: string
  cohort_id: string
  user_id: string
}

/** What a purchase or a subscription has opened and is open now. Held until the transaction ends. */
export const holdLiveGrants = (
  db: SchoolDb,
  platform: string,
  by: { transaction: string } | { subscription: string },
): Promise<Grant[]> =>
  db
    .selectFrom('sales_grants')
    .where('platform', '=', platform)
    .where('utc_ended_on', 'is', null)
    .$if('transaction' in by, (query) =>
      query.where('transaction_code', '=', (by as { transaction: string }).transaction),
    )
    .$if('subscription' in by, (query) =>
      query.where('subscription_code', '=', (by as { subscription: string }).subscription),
    )
    .select(['platform', 'transaction_code', 'cohort_id', 'user_id'])
    .orderBy('user_id')
    .orderBy('cohort_id')
    .forUpdate()
    .execute()

/** Some of those whose time has come. Held until the transaction ends. */
export const holdDueGrants = (db: SchoolDb, now: Date, limit: number): Promise<Grant[]> =>
  db
    .selectFrom('sales_grants')
    .where('utc_ended_on', 'is', null)
    .where('utc_ends_on', '<=', now)
    .select(['platform', 'transaction_code', 'cohort_id', 'user_id'])
    .orderBy('user_id')
    .orderBy('cohort_id')
    .limit(limit)
    .forUpdate()
    .execute()

const listOf = (grants: Grant[]) => sql`unnest(${grants.map((grant) => grant.platform)}::text[],
    ${grants.map((grant) => grant.transaction_code)}::text[], ${grants.map((grant) => grant.cohort_id)}::bigint[])
  as one (platform, transaction_code, cohort_id)
  where g.school_id = ${thisSchool} and g.platform = one.platform and g.transaction_code = one.transaction_code and g.cohort_id = one.cohort_id`

export const endGrants = (db: SchoolDb, grants: Grant[], now: Date) =>
  sql`update sales_grants g set utc_ended_on = ${now} from ${listOf(grants)}`.execute(db)

export const letGrantsEnd = (db: SchoolDb, grants: Grant[], on: Date) =>
  sql`update sales_grants g set utc_ends_on = ${on} from ${listOf(grants)}`.execute(db)

/** Whether another purchase keeps somebody in a class. */
export const hasLiveGrant = async (
  db: SchoolDb,
  { cohort_id, user_id }: Pick<Grant, 'cohort_id' | 'user_id'>,
): Promise<boolean> =>
  (await db
    .selectFrom('sales_grants')
    .where('cohort_id', '=', cohort_id)
    .where('user_id', '=', user_id)
    .where('utc_ended_on', 'is', null)
    .select('cohort_id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface SaleRow {
  id: string
  platform: SalesPlatformName
  event: string
  state: SaleState
  reason: string
  transaction_code: string
  buyer_name: string
  buyer_email: string
  product_ids: string[]
  product_name: string
  utc_received_on: Date
  cohorts: { id: string; title: string }[]
}

const inState = (db: SchoolDb, state: SaleState | undefined) =>
  db.selectFrom('sales').$if(state !== undefined, (query) => query.where('state', '=', state!))

export const countSales = async (db: SchoolDb, state?: SaleState): Promise<number> =>
  Number(
    (
      await inState(db, state)
        .select((is) => is.fn.countAll().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  )

/** Newest first, each with the classes that its purchase has opened. */
export async function listSales(
  db: SchoolDb,
  { state, ...stretch }: Stretch & { state: SaleState | undefined },
): Promise<SaleRow[]> {
  const reading = readingOrder('desc', stretch)
  const ids = await inState(db, state)
    .select('id')
    .orderBy('utc_received_on', reading)
    .orderBy('id', reading)
    .limit(stretch.limit)
    .offset(stretch.offset)
    .execute()
  const { rows } = await sql<SaleRow>`
    select s.id, s.platform, s.event, s.state, s.reason, s.transaction_code, s.buyer_name, s.buyer_email, s.product_ids, s.product_name,
      s.utc_received_on, coalesce((
        select json_agg(json_build_object('id', h.id::text, 'title', h.title) order by h.title, h.id)
        from sales_grants g join cohorts h on h.school_id = g.school_id and h.id = g.cohort_id
        where g.school_id = ${thisSchool} and g.platform = s.platform and g.transaction_code = s.transaction_code), '[]') as cohorts
    from sales s
    where s.school_id = ${thisSchool} and s.id = any (${ids.map((row) => row.id)}::bigint[])
    order by s.utc_received_on desc, s.id desc`.execute(db)
  return rows
}

/** What is older has been done, or nobody cared; what still waits stays. */
export async function deleteOldSales(db: SchoolDb, before: Date): Promise<void> {
  await db
    .deleteFrom('sales')
    .where('utc_received_on', '<', before)
    .where('state', 'in', ['done', 'ignored', 'failed', 'unmatched'])
    .execute()
}
