import { Readable } from 'node:stream'
import { type AccountTotal, accountNames, cashAccounts, totalsTexts } from '@escola/contract/ledger.contract'
import { nextMonth } from '@escola/contract/time'
import type { PlatformDb } from '@escola/db'
import { csvMark, decimalOf, writeCsvRows } from '../../core/csv.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import { findSpan, sumSchools } from './ledger-months.queries.ts'

type TotalsTools = Pick<PlatformTools, 'platform'>

/** Adds up the money of all schools in a month, as the last night recorded it. */
export const readTotals = ({ month }: { month?: string }, { platform }: TotalsTools) =>
  platform.withPlatform(async (db) => {
    const { first, last } = await findSpan(db)
    const asked = month ?? last
    return { first_month: first, last_month: last, totals: asked ? await listTotals(db, asked) : [] }
  })

/** Lists the accounts that moved. As each transfer leaves one account for another, what came and what went are the same sum. */
async function listTotals(db: PlatformDb, month: string): Promise<AccountTotal[]> {
  const sums = new Map((await sumSchools(db, month)).map(({ account, cents }) => [account, cents]))
  return cashAccounts
    .map((account) => ({ account, cents: sums.get(account) ?? 0 }))
    .filter(({ cents }) => cents !== 0)
    .map(({ account, cents }) => ({ account, out_cents: Math.max(-cents, 0), in_cents: Math.max(cents, 0) }))
}

/** Answers the sums of all months as a file, written while it is sent. */
export const downloadTotals = (tools: TotalsTools): Bytes =>
  new Bytes(Readable.from(writeTotals(tools)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="totais.csv"',
    'cache-control': 'no-store',
  })

async function* writeTotals({ platform }: TotalsTools): AsyncGenerator<string> {
  yield csvMark + writeCsvRows([[...totalsTexts.headings]])
  const { first, last } = await platform.withPlatform(findSpan)
  for (let month = first; month && last && month <= last; month = nextMonth(month)) {
    const current = month
    const totals = await platform.withPlatform((db) => listTotals(db, current))
    if (totals.length > 0)
      yield writeCsvRows(
        totals.map(({ account, out_cents, in_cents }) => [
          current,
          accountNames[account],
          decimalOf(out_cents),
          decimalOf(in_cents),
        ]),
      )
  }
}
