import { type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { type Insertable, sql, type Updateable } from 'kysely'

export interface ReturnRow {
  id: string
  payment_id: string
  kind: 'refund' | 'dispute'
  key: string
  stripe_id: string | null
  cents: number
  /** asked: the provider has not answered yet. booked: taken from the school. given_back: undone, it came to nothing. final: a dispute is lost. */
  state: 'asked' | 'booked' | 'given_back' | 'final'
  balance_cents: number
  points: number
  missing_points: number
  missing_cents: number
  /** How often a dispute was taken up again that was over: by an appeal, or because money left after all. */
  appeals: number
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
  sql<number>`missing_points::float8`.as('missing_points'),
  sql<number>`missing_cents::float8`.as('missing_cents'),
  'appeals',
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

/** Gives up a refund that the provider refuses, unless it was reported meanwhile. */
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

/** Tells whether a payment goes back by itself, or went back in another way after its refund had failed. */
export async function goesBack(
  db: SchoolDb,
  { id, cents, returned_cents }: { id: string; cents: number; returned_cents: number },
): Promise<boolean> {
  const row = await select(db).where('payment_id', '=', id).where('key', '=', unwantedKey(id)).executeTakeFirst()
  return row !== undefined && (row.state !== 'given_back' || returned_cents >= cents)
}

/** Lists payments since a moment that had to go back by themselves, and did not because the refund failed, or was asked for before another moment and is not made. */
export async function listUnreturned(
  db: SchoolDb,
  { since, before }: { since: Date; before: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payment_returns r join payments p on p.school_id = r.school_id and p.id = r.payment_id
    where r.school_id = ${thisSchool} and r.key = ${unwantedKey('')} || p.id
      and (r.state = 'given_back' or r.state = 'asked' and r.utc_asked_on < ${before}::timestamptz)
      and p.returned_cents < p.cents and p.utc_paid_on > ${since}::timestamptz
    order by p.id limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists refunds that the provider has not answered yet. */
export const listAsked = async (db: SchoolDb, limit: number): Promise<ReturnRow[]> =>
  (await select(db).where('state', '=', 'asked').orderBy('id').limit(limit).execute()) as ReturnRow[]
