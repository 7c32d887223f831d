import { chargeMessages } from '@escola/contract/charges'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import { lockBank, readSums } from '../ledger/ledger.service.ts'
import { countBegun } from './begun-additions.queries.ts'
import { costOf } from './charging.ts'
import { listReturned, sumOfReturned } from './returned-charges.service.ts'
import { isPublicCohort } from './student-charges.queries.ts'
import {
  type ChargeTools,
  listCounting,
  listFresh,
  type OpenMonth,
  readMonth,
  requireBalance,
} from './student-charges.service.ts'

/** Cents that something would cost now, and how many of them the balance lacks. */
export interface Quote {
  cents: number
  missing: number
  /** The balance may not be enough for this and for what has begun before. */
  mayMiss: boolean
}

export const free: Quote = { cents: 0, missing: 0, mayMiss: false }

/** Students who are to count from now on. */
interface Addition {
  userIds: string[]
  /** Number of people who are new to the school. */
  unknown?: number
  /** It begins in this transaction, if it may: the balance is held from here on. */
  begins?: boolean | undefined
}

/** Computes what an addition to a class would cost now; nothing is written. */
export const quoteStudents = async (
  db: SchoolDb,
  { cohortId, ...addition }: Addition & { cohortId: string },
  tools: ChargeTools,
): Promise<Quote> => ((await isPublicCohort(db, cohortId)) ? free : quoteAddition(db, addition, tools))

/** Computes what a move out of a class would cost now; nothing is written. */
export const quoteMove = async (
  db: SchoolDb,
  { begins = false, ...move }: { fromId: string; userIds: string[]; begins?: boolean | undefined },
  tools: ChargeTools,
): Promise<Quote> => quoteAddition(db, { userIds: await listCounting(db, move, tools), begins }, tools)

/** Computes what students cost now who come into classes that count; nothing is written. */
export async function quoteAddition(
  db: SchoolDb,
  { userIds, unknown = 0, begins = false }: Addition,
  tools: ChargeTools,
): Promise<Quote> {
  if (!tools.billing.isOn || userIds.length + unknown === 0) return free
  // Students are read before the balance is held: others would wait for it as long as a large class is read.
  const shown = await readFresh(db, userIds, tools)
  const bank = begins ? await lockBank(db) : await readSums(db)
  const found = begins ? await readFresh(db, userIds, tools, shown) : shown
  if (!found) return free
  const { plan, row } = found.open
  const asked = found.fresh + unknown
  const missingOf = (cents: number) => (cents === 0 ? 0 : Math.max(0, cents - bank.balance_cents))
  const cents = costOf(plan, row.places, asked) + found.again
  const begun = asked + found.again === 0 ? 0 : await countBegun(db)
  const mayMiss = begun > 0 && missingOf(costOf(plan, row.places, asked + begun) + found.again) > 0
  return { cents, missing: missingOf(cents), mayMiss }
}

interface Fresh {
  open: OpenMonth
  /** Number of the users who would count. */
  fresh: number
  /** Cents of those whose price went back, and who would be charged again. */
  again: number
}

/**
 * Counts those of some users who would count now.
 * @param earlier an earlier answer, which holds while the month stands as it did
 */
async function readFresh(
  db: SchoolDb,
  userIds: string[],
  tools: ChargeTools,
  earlier?: Fresh,
): Promise<Fresh | undefined> {
  const open = await readMonth(db, tools.now())
  if (!open) return undefined
  const isSame = earlier && revisionOf(earlier.open) === revisionOf(open)
  const again = sumOfReturned(await listReturned(db, open.month, userIds))
  return { open, fresh: isSame ? earlier.fresh : (await listFresh(db, open, userIds)).length, again }
}

const revisionOf = ({ month, row: { places, utc_as_of } }: OpenMonth) => [month, places, utc_as_of.getTime()].join()

/**
 * Refuses what would cost more than the school has, before it begins: all of it or nothing. What costs nothing by itself may do so after what has begun
 * before, which takes free places too.
 */
export function requireQuote({ cents, missing, mayMiss }: Quote, field: string): void {
  if (missing > 0) requireBalance(cents, cents - missing, field)
  if (mayMiss) throw invalidField(field, chargeMessages.underWay)
}
