import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Span } from './ledger.queries.ts'

export interface AccountSum {
  account: string
  cents: number
}

/** Finds the number of the first movement from a moment on, which begins a row: only charges of one day share one. */
const firstNumber = (from: Date) => sql`
  (select min(b.number) from ledger_movements b
    where b.school_id = ${thisSchool} and b.begins_row and b.utc_booked_on >= ${from}::timestamptz)`

/** Adds up what came to each account within a span, less what went from it. */
export async function sumAccounts(db: SchoolDb, { from, until }: Span): Promise<AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    select a.account, sum(a.amount)::float8 as cents
    from ledger_movements m
    join ledger_transfers t on t.school_id = ${thisSchool} and t.movement_id = m.id and t.unit = 'cents'
    cross join lateral (values (t.to_account, t.amount), (t.from_account, -t.amount)) as a (account, amount)
    where m.school_id = ${thisSchool} and m.number >= ${firstNumber(from)} and m.number < coalesce(${firstNumber(until)}, 9223372036854775807)
    group by a.account order by a.account`.execute(db)
  return rows
}

export const saveSums = (db: SchoolDb, month: string, sums: AccountSum[]) =>
  db
    .insertInto('ledger_months')
    .values(sums.map(({ account, cents }) => ({ month, account, cents: String(cents) })))
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'month', 'account']).doUpdateSet((row) => ({ cents: row.ref('excluded.cents') })),
    )
    .execute()
