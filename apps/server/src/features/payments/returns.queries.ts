import type { SchoolDb, Tables } from '@escola/db'
import { type Insertable, sql, type Updateable } from 'kysely'

export interface ReturnRow {
  id: string
  payment_id: string
  kind: 'refund' | 'dispute'
  key: string
  stripe_id: string | null
  cents: number
  state: 'asked' | 'booked' | 'given_back' | 'final'
  balance_cents: number
  points: number
  missing_cents: number
  reason: string
  returned_by: string | null
  utc_asked_on: Date
}

const columns = [
  'id',
  'payment_id',
  'kind',
  'key',
  'stripe_id',
  sql<number>`cents::float8`.as('cents'),
  'state',
  sql<number>`balance_cents::float8`.as('balance_cents'),
  sql<number>`points::float8`.as('points'),
  sql<number>`missing_cents::float8`.as('missing_cents'),
  'reason',
  'returned_by',
  'utc_asked_on',
] as const
const select = (db: SchoolDb) => db.selectFrom('payment_returns').select(columns)

/** Key of the refund of a payment that goes back by itself. */
export const unwantedKey = (paymentId: string): string => `unwanted:${paymentId}`

export const insertReturn = async (db: SchoolDb, row: Insertable<Tables['payment_returns']>): Promise<ReturnRow> =>
  (await db.insertInto('payment_returns').values(row).returning(columns).executeTakeFirstOrThrow()) as ReturnRow

export const updateReturn = (db: SchoolDb, id: string, values: Updateable<Tables['payment_returns']>) =>
  db.updateTable('payment_returns').set(values).where('id', '=', id).execute()

/** Gives up a refund that the provider refuses, unless it was heard of meanwhile. */
export const giveUpReturn = (db: SchoolDb, id: string) =>
  db
    .updateTable('payment_returns')
    .set({ state: 'given_back' })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()

/** Lists the refunds and disputes of a payment, oldest first. */
export const listReturns = async (db: SchoolDb, paymentId: string): Promise<ReturnRow[]> =>
  (await select(db).where('payment_id', '=', paymentId).orderBy('id').execute()) as ReturnRow[]

/** Tells whether a payment goes back by itself. */
export const goesBack = async (db: SchoolDb, paymentId: string): Promise<boolean> =>
  (await select(db)
    .where('payment_id', '=', paymentId)
    .where('key', '=', unwantedKey(paymentId))
    .executeTakeFirst()) !== undefined

/** Lists refunds that the provider has not answered yet. */
export const listAsked = async (db: SchoolDb, limit: number): Promise<ReturnRow[]> =>
  (await select(db).where('state', '=', 'asked').orderBy('id').limit(limit).execute()) as ReturnRow[]
