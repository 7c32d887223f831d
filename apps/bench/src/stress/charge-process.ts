import { connectDatabase, runtimeUrls } from '@escola/db'
import { openSchool } from '@escola/server/core/scope'
import { chargedSchool } from '@escola/server/features/charges/charged-school.testing'
import { readStatement } from '@escola/server/features/ledger/ledger.service'
import { verifyLedger } from '@escola/server/features/ledger/ledger-proof.service'
import type { Asked, MoneySchool } from './killed-process.ts'

/** A process that does what it is asked in schools whose clock the caller sets, and may be killed at any moment. */
const { DATABASE_URL, ESCOLA_SECRET } = process.env
const database = connectDatabase(runtimeUrls(DATABASE_URL!, ESCOLA_SECRET!), { maxConnections: 8 })

/** Reads the whole statement. @returns a sentence where a balance is not the one before and the row's own sum */
async function checkStatement({ id }: MoneySchool): Promise<string | undefined> {
  const school = openSchool(database, id)
  await verifyLedger(school)
  let expected: number | undefined
  for (let page = 1, isMore = true; isMore; page++) {
    const { list, total, rowsPerPage } = (await readStatement(school, { page }, { platform: database })).movements
    for (const { cents, balance_after, kind } of list) {
      if (expected !== undefined && balance_after !== expected) return `school ${id}: ${kind} leaves ${balance_after}`
      expected = balance_after - cents
    }
    isMore = page * rowsPerPage < total
  }
  return expected === undefined || expected === 0 ? undefined : `school ${id} begins with ${expected}`
}

process.on('message', async ({ school, now, step, values }: Asked) => {
  const tools = { now: () => new Date(now), billing: { isOn: true } }
  const scope = openSchool(database, school.id)
  const charged = chargedSchool({ ...school, school: scope, platform: database }, tools)
  try {
    const work =
      step === 'check' ? checkStatement(school) : (charged[step] as (...all: unknown[]) => unknown)(...values)
    const value = await work
    process.send!({ value: typeof value === 'boolean' || typeof value === 'string' ? value : undefined })
  } catch (error) {
    process.send!({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit())
process.send!('started')
