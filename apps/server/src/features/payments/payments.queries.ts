import type { PaymentStatus, payWays } from '@escola/contract/payments.contract'
import type { PayableItem } from '@escola/contract/prices'
import type { SchoolDb, Tables } from '@escola/db'
import { type Insertable, sql, type Updateable } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'

/**
 * Purpose of a payment. Those of plans are the first month, a code for the next one, the next one by card, one that no code has paid in time, and the rest of
 * the present months in a greater plan.
 */
export type Purpose = 'pack' | 'first_month' | 'month_code' | 'renewal' | 'overdue_month' | 'upgrade'

export interface PaymentRow {
  id: string
  key: string
  item: PayableItem
  purpose: Purpose
  /** End of the months of which an upgrade pays the rest; null for all other payments, and for payments written by a process of an earlier release. */
  utc_until: Date | null
  way: (typeof payWays)[number]
  cents: number
  status: PaymentStatus
  attempt: number
  method: string
  saves_card: boolean
  intent_id: string | null
  invoice_id: string | null
  fault: string
  returned_cents: number
  is_disputed: boolean
  user_id: string | null
  utc_created_on: Date
  utc_tried_on: Date
  utc_paid_on: Date | null
  /** Day on which the month begins that a renewal pays; null for all other payments, and for a renewal that the provider has charged by itself. */
  month: string | null
  /** Time of the next look at the intent of a payment that failed; null for all other payments, and once the intent is over. */
  utc_look_on: Date | null
}

/** An intent, and the invoice that it pays where the provider charges each month. */
export interface Intent {
  intent_id: string
  invoice_id: string | null
}

/** A process of an earlier release, which may be running still, writes none. */
const purpose = sql<Purpose>`coalesce(purpose, app.payment_purpose(key, item, way, cents, invoice_id, intent_id))`
const columns = [
  'id',
  'key',
  'item',
  purpose.as('purpose'),
  'utc_until',
  'way',
  sql<number>`cents::float8`.as('cents'),
  'status',
  'attempt',
  'method',
  'saves_card',
  'intent_id',
  'invoice_id',
  'fault',
  sql<number>`returned_cents::float8`.as('returned_cents'),
  'is_disputed',
  'user_id',
  'utc_created_on',
  'utc_tried_on',
  'utc_paid_on',
  'utc_look_on',
  'month',
] as const
const select = (db: SchoolDb) => db.selectFrom('payments').select(columns)
const asRow = (found: unknown) => found as PaymentRow | undefined

/** @returns the row's id; undefined when a payment has the key already */
export const insertPayment = async (
  db: SchoolDb,
  row: Insertable<Tables['payments']> & { purpose: Purpose },
): Promise<string | undefined> =>
  (
    await db
      .insertInto('payments')
      .values(row)
      .onConflict((conflict) => conflict.columns(['school_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const findByKey = async (db: SchoolDb, key: string) =>
  asRow(await select(db).where('key', '=', key).executeTakeFirst())

/** Locks the payment until the transaction ends. */
export const lockByKey = async (db: SchoolDb, key: string) =>
  asRow(await select(db).where('key', '=', key).forUpdate().executeTakeFirst())
export const lockById = async (db: SchoolDb, id: string) =>
  asRow(await select(db).where('id', '=', id).forUpdate().executeTakeFirst())

export const findById = async (db: SchoolDb, id: string) =>
  asRow(await select(db).where('id', '=', id).executeTakeFirst())

export const findByIntent = async (db: SchoolDb, intentId: string) =>
  asRow(await select(db).where('intent_id', '=', intentId).executeTakeFirst())

export const updatePayment = (db: SchoolDb, id: string, values: Updateable<Tables['payments']>) =>
  db.updateTable('payments').set(values).where('id', '=', id).execute()

/**
 * Records the intent that an attempt has made.
 * @returns false when another attempt has begun meanwhile
 */
export const keepIntent = async (
  db: SchoolDb,
  { id, attempt }: Pick<PaymentRow, 'id' | 'attempt'>,
  intent: Intent,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set(intent)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a payment that has no intent, unless an attempt makes one meanwhile. */
export const endWithoutIntent = (
  db: SchoolDb,
  { id, attempt }: Pick<PaymentRow, 'id' | 'attempt'>,
  end: { status: PaymentStatus; fault: string },
) =>
  db
    .updateTable('payments')
    .set(end)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('intent_id', 'is', null)
    .where('status', 'in', ['processing', 'requires_action', 'failed'])
    .execute()

/** Lists payments that are not decided, oldest first. */
export const listOpen = async (db: SchoolDb, limit: number): Promise<PaymentRow[]> =>
  (await select(db)
    .where('status', 'in', ['processing', 'requires_action'])
    .orderBy('utc_tried_on')
    .limit(limit)
    .execute()) as PaymentRow[]

/** Lists failed payments whose intents are due to be looked at, or the first one that will be. */
export const listLooks = async (
  db: SchoolDb,
  { until, limit }: { until?: Date; limit: number },
): Promise<PaymentRow[]> =>
  (await select(db)
    .where('utc_look_on', 'is not', null)
    .$if(until !== undefined, (found) => found.where('utc_look_on', '<=', until!))
    .orderBy('utc_look_on')
    .limit(limit)
    .execute()) as PaymentRow[]

/** Fault of a payment whose intent the provider does not have. */
export const lostFault = 'intent_missing'

/** Lists the intents that were found to be lost since a moment. */
export const listLost = async (db: SchoolDb, since: Date): Promise<string[]> => {
  const lost = await db
    .selectFrom('payments')
    .select('intent_id')
    .where('fault', '=', lostFault)
    .where('utc_tried_on', '>', since)
    .orderBy('id')
    .limit(100)
    .execute()
  return lost.map(({ intent_id }) => intent_id!)
}

export const countPayments = async (db: SchoolDb): Promise<number> => {
  const { total } = await db
    .selectFrom('payments')
    .select((row) => row.cast<number>(row.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Counts the payments that the list has before one. */
export const countNewer = async (db: SchoolDb, id: string): Promise<number> => {
  const { newer } = await db
    .selectFrom('payments')
    .select((row) => row.cast<number>(row.fn.countAll(), 'integer').as('newer'))
    .where('id', '>', id)
    .executeTakeFirstOrThrow()
  return newer
}

/** Newest first. */
export async function listPayments(db: SchoolDb, range: PageRange): Promise<PaymentRow[]> {
  const rows = (await select(db)
    .orderBy('id', readingOrder('desc', range))
    .limit(range.limit)
    .offset(range.offset)
    .execute()) as PaymentRow[]
  return range.fromEnd ? rows.toReversed() : rows
}

/** Tells whether a payment was made with a card that the school had kept before. */
export const paidByKeptCard = async (
  db: SchoolDb,
  { way, method, saves_card }: Pick<PaymentRow, 'way' | 'method' | 'saves_card'>,
): Promise<boolean> =>
  way === 'card' &&
  !saves_card &&
  (await db.selectFrom('payment_methods').select('id').where('stripe_id', '=', method).executeTakeFirst()) !== undefined
