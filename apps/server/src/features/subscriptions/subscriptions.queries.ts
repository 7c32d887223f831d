import type { PayWay } from '@escola/contract/payments.contract'
import type { PaidPlanId, PlanId } from '@escola/contract/prices'
import type { SchoolDb, Tables } from '@escola/db'
import { type Insertable, sql, type Updateable } from 'kysely'
import { dayOfMonth } from './month-ends.ts'

export interface SubscriptionRow {
  plan_id: PaidPlanId
  /** pix_auto is of earlier releases: the payer's bank pays by a mandate until `followSubscription` has the plan paid with codes. */
  pays_with: PayWay | 'pix_auto'
  /** Subscription of an earlier release at the provider, with its item, while it charges the months. */
  stripe_id: string | null
  item_id: string | null
  method_id: string | null
  utc_paid_until: Date
  next_plan_id: PlanId
  invoice_id: string | null
  /** Plan of the month that a card is tried for. */
  invoice_plan_id: PaidPlanId | null
  /** Payment of the next month: its code, or the charge of the card. */
  payment_id: string | null
  utc_grace_ends_on: Date | null
  reminders: number
  /** Moment from which a subscription of an earlier release is to charge the card in the place of Pix; null once it is left. */
  utc_card_from: Date | null
  /** Number of the school's last move to a card. */
  moves: number
  /** Subscription of an earlier release that was left at the provider, '' for one that no row named; null for a plan that never had one. */
  left_stripe_id: string | null
  /** Moment from which we charge the card after that; null while the subscription may not have ended. */
  utc_charges_from: Date | null
  /** Charges of the month that is due. */
  tries: number
  /** Administrator of the platform who chose which plan follows; null where the school did, and once that plan has begun. */
  wished_by: string | null
}

const select = (db: SchoolDb) =>
  db
    .selectFrom('subscriptions')
    .select([
      'plan_id',
      'pays_with',
      'stripe_id',
      'item_id',
      'method_id',
      'utc_paid_until',
      'next_plan_id',
      'invoice_id',
      'invoice_plan_id',
      'payment_id',
      'utc_grace_ends_on',
      'reminders',
      'utc_card_from',
      'moves',
      'left_stripe_id',
      'utc_charges_from',
      'tries',
      'wished_by',
    ])

export const findSubscription = async (db: SchoolDb) =>
  (await select(db).executeTakeFirst()) as SubscriptionRow | undefined

/** Locks the subscription until the transaction ends. A transaction that locks a payment too locks the payment first. */
export const lockSubscription = async (db: SchoolDb) =>
  (await select(db).forUpdate().executeTakeFirst()) as SubscriptionRow | undefined

/** @returns false when the school has one already */
export const insertSubscription = async (db: SchoolDb, row: Insertable<Tables['subscriptions']>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('school_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const updateSubscription = (db: SchoolDb, values: Updateable<Tables['subscriptions']>) =>
  db.updateTable('subscriptions').set(values).execute()

export const deleteSubscription = (db: SchoolDb) => db.deleteFrom('subscriptions').execute()

/** A process of an earlier release, which may be running still, writes none. */
export const purposeOf = sql<string>`coalesce(purpose, app.payment_purpose(key, item, way, cents, invoice_id, intent_id))`

/** Finds the day of the month on which the present months of a plan began. */
export async function findFirstDay(db: SchoolDb): Promise<number | undefined> {
  const first = await db
    .selectFrom('payments')
    .select('utc_paid_on')
    .where('status', '=', 'succeeded')
    .where(purposeOf, '=', 'first_month')
    .whereRef('returned_cents', '<', 'cents')
    .orderBy('utc_paid_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  return first?.utc_paid_on ? dayOfMonth(first.utc_paid_on) : undefined
}
