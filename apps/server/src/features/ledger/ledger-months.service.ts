import { moneyOf } from '@escola/contract/money'
import { monthOf, monthStart, monthsBefore } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { type AccountSum, findLastMonth, listSumsBefore, saveSums, sumAccounts } from './ledger-months.queries.ts'

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

/** Lists in words the saved sums that are not those of their month's movements; those of the last two months are written again each night. */
export async function listWrongMonthSums(db: SchoolDb): Promise<string[]> {
  const last = await findLastMonth(db)
  if (!last) return []
  const before = monthBefore(last)
  const saved = await listSumsBefore(db, before)
  const booked = await sumAccounts(db, { from: new Date(0), until: monthStart(before) })
  const named = (sums: AccountSum[]) =>
    new Map(sums.map(({ month, account, cents }) => [`${account} in ${month}`, cents]))
  const [savedSums, bookedSums] = [named(saved), named(booked)]
  return [...new Set([...savedSums.keys(), ...bookedSums.keys()])]
    .map((name) => ({ name, saved: savedSums.get(name) ?? 0, booked: bookedSums.get(name) ?? 0 }))
    .filter(({ saved, booked }) => saved !== booked)
    .map(
      ({ name, saved, booked }) =>
        `the saved sum of ${name} is ${moneyOf(saved)} BRL, and its movements make ${moneyOf(booked)} BRL`,
    )
}
