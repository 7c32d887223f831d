import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface CardRow {
  id: string
  stripe_id: string
  brand: string
  last_4_digits: string
  expires: string
}
const columns = ['id', 'stripe_id', 'brand', 'last_4_digits', 'expires'] as const
const selectKept = (db: SchoolDb) =>
  db.selectFrom('payment_methods').select(columns).where('utc_removed_on', 'is', null)

/** Newest first. */
export const listCards = (db: SchoolDb): Promise<CardRow[]> => selectKept(db).orderBy('id', 'desc').execute()

export const findCard = (db: SchoolDb, id: string): Promise<CardRow | undefined> =>
  selectKept(db).where('id', '=', id).executeTakeFirst()

export const findCardByProvider = (db: SchoolDb, stripeId: string): Promise<CardRow | undefined> =>
  selectKept(db).where('stripe_id', '=', stripeId).executeTakeFirst()

export const isRemoved = async (db: SchoolDb, stripeId: string): Promise<boolean> =>
  (await db
    .selectFrom('payment_methods')
    .select('id')
    .where('stripe_id', '=', stripeId)
    .where('utc_removed_on', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Keeps a card; one that was removed stays so. */
export const insertCard = (db: SchoolDb, card: Omit<CardRow, 'id'> & { utc_removed_on?: Date | null }, now: Date) =>
  db
    .insertInto('payment_methods')
    .values({ ...card, utc_saved_on: now })
    .onConflict((conflict) => conflict.columns(['school_id', 'stripe_id']).doNothing())
    .execute()

export const updateCard = (db: SchoolDb, stripeId: string, facts: Omit<CardRow, 'id' | 'stripe_id'>) =>
  db.updateTable('payment_methods').set(facts).where('stripe_id', '=', stripeId).execute()

export const markRemoved = (db: SchoolDb, id: string, now: Date) =>
  db.updateTable('payment_methods').set({ utc_removed_on: now }).where('id', '=', id).execute()

/** Tells whether the card pays the coming months of the plan, or a month that is open. It does not once the plan is canceled. */
export const paysPlan = async (db: SchoolDb, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select from subscriptions where school_id = ${thisSchool} and method_id = ${id}::bigint
      and (next_plan_id <> 'onDemand' or invoice_plan_id is not null)`.execute(db)
  return rows.length > 0
}
