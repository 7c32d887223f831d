import type { planWays } from '@escola/contract/payments.contract'
import type { PaidPlanId, PlanId } from '@escola/contract/prices'
import type { SchoolDb, Tables } from '@escola/db'
import type { Insertable, Updateable } from 'kysely'

export interface SubscriptionRow {
  plan_id: PaidPlanId
  pays_with: (typeof planWays)[number]
  stripe_id: string | null
  item_id: string | null
  method_id: string | null
  utc_paid_until: Date
  next_plan_id: PlanId
  invoice_id: string | null
  /** Plan that the open invoice charges. */
  invoice_plan_id: PaidPlanId | null
  payment_id: string | null
  utc_grace_ends_on: Date | null
  reminders: number
  /** Moment from which the card pays in place of Pix; null once the card has paid, and for a plan that a card paid from the beginning. */
  utc_card_from: Date | null
  /** Number of the school's last move to a card. */
  moves: number
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
      'wished_by',
    ])

export const findSubscription = async (db: SchoolDb) =>
  (await select(db).executeTakeFirst()) as SubscriptionRow | undefined

/** Locks the subscription until the transaction ends. */
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
