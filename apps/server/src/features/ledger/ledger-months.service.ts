import { isDeepStrictEqual } from 'node:util'
import { monthOf, monthStart, monthsBefore } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { findLastMonth, listSums, saveSums, sumAccounts } from './ledger-months.queries.ts'

const monthBefore = (month: string): string => monthOf(monthsBefore(monthStart(month), 1))

/**
 * Saves the monthly sums of the school's accounts for the platform, which then needs no query over all schools. It begins one month before the last saved
 * one, to which a process with a slow clock may have added a movement.
 */
export const saveMonths = (school: School): Promise<void> =>
  school.tx(async (db) => {
    const last = await findLastMonth(db)
    const sums = await sumAccounts(db, { from: last ? monthStart(monthBefore(last)) : new Date(0) })
    if (sums.length > 0) await saveSums(db, sums)
  })

/**
 * Proves that the saved sums of the latest month that is no longer rewritten equal those of its movements.
 * @throws Error with both sums when they differ
 */
export async function proveMonth(db: SchoolDb): Promise<void> {
  const last = await findLastMonth(db)
  if (!last) return
  const rewritten = monthBefore(last)
  const month = monthBefore(rewritten)
  const saved = await listSums(db, month)
  const booked = await sumAccounts(db, { from: monthStart(month), until: monthStart(rewritten) })
  const names = (sums: typeof saved) => Object.fromEntries(sums.map(({ account, cents }) => [account, cents]))
  if (!isDeepStrictEqual(names(saved), names(booked)))
    throw new Error(`the sums of a month disagree: ${JSON.stringify({ month, saved, booked })}`)
}
