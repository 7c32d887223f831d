import { timeZone } from '@escola/contract/time'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface AccountSum {
  month: string
  account: string
  cents: number
}

/** Finds the number of the first movement from a moment on, which begins a row: only charges of one day and month share one. */
const firstNumber = (from: Date) => sql`
  (select min(b.number) from ledger_movements b
    where b.school_id = ${thisSchool} and b.begins_row and b.utc_booked_on >= ${from}::timestamptz)`

/** Finds the last month whose sums are recorded; undefined before the first. */
export const findLastMonth = async (db: SchoolDb): Promise<string | undefined> =>
  (await db.selectFrom('ledger_months').select('month').orderBy('month', 'desc').limit(1).executeTakeFirst())?.month

/**
 * Adds up what came to each account in each month of a span, less what went from it. Movements of two processes may be numbered against the order of their
 * clocks, so the moments say which are of the span, and the number only where to begin.
 */
export async function sumAccounts(db: SchoolDb, { from, until }: { from: Date; until?: Date }): Promise<AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    select to_char(m.utc_booked_on at time zone ${sql.lit(timeZone)}, 'YYYY-MM') as month, a.account, sum(a.amount)::float8 as cents
    from ledger_movements m
    join ledger_transfers t on t.school_id = ${thisSchool} and t.movement_id = m.id and t.unit = 'cents'
    cross join lateral (values (t.to_account, t.amount), (t.from_account, -t.amount)) as a (account, amount)
    where m.school_id = ${thisSchool} and m.number >= ${firstNumber(from)} and m.utc_booked_on >= ${from}::timestamptz
      and (${until ?? null}::timestamptz is null or m.utc_booked_on < ${until ?? null}::timestamptz)
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export const saveSums = (db: SchoolDb, sums: AccountSum[]) =>
  db
    .insertInto('ledger_months')
    .values(sums.map(({ cents, ...sum }) => ({ ...sum, cents: String(cents) })))
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'month', 'account']).doUpdateSet((row) => ({ cents: row.ref('excluded.cents') })),
    )
    .execute()

/** Lists the saved sums of all months before one. */
export async function listSumsBefore(db: SchoolDb, month: string): Promise<AccountSum[]> {
  const rows = await db
    .selectFrom('ledger_months')
    .select(['month', 'account', 'cents'])
    .where('month', '<', month)
    .orderBy('month')
    .orderBy('account')
    .execute()
  return rows.map(({ cents, ...sum }) => ({ ...sum, cents: Number(cents) }))
}

export interface MonthSpan {
  first: string | null
  last: string | null
}

/** Finds the first and the last month in which any school has sums. */
export const findSpan = (db: PlatformDb): Promise<MonthSpan> =>
  db
    .selectFrom('ledger_months')
    .select(({ fn }) => [fn.min('month').as('first'), fn.max('month').as('last')])
    .executeTakeFirstOrThrow()

/** Adds up the sums of all schools in a month, by account. */
export async function sumSchools(db: PlatformDb, month: string): Promise<{ account: string; cents: number }[]> {
  const rows = await db
    .selectFrom('ledger_months')
    .select(({ fn }) => ['account', fn.sum<string>('cents').as('cents')])
    .where('month', '=', month)
    .groupBy('account')
    .execute()
  return rows.map(({ account, cents }) => ({ account, cents: Number(cents) }))
}
