import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { listStopped, listWaiting } from '../integrations/integrations.service.ts'
import type { PurchaseCodes } from './purchases/purchases.service.ts'
import { listPending } from './reported/reported-purchases.queries.ts'
import { askAgain } from './sales.queries.ts'
import { listFollowing, listSplit } from './waiting-sales.queries.ts'

/** Processes sales again, each in a job of its own. @returns their number: some wait already, and the bodies of some are gone */
export async function repeatSales(db: SchoolDb, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const again = await askAgain(db, ids)
  await enqueueMany(
    db,
    jobs.processSale,
    again.map((saleId) => ({ saleId })),
  )
  return again.length
}

/** Does the deliveries of a purchase once more that wait for a class or an e-mail, and those of its subscription that wait for the student. */
export const repeatPending = async (db: SchoolDb, platform: string, purchase: string): Promise<void> =>
  void (await repeatSales(db, await listPending(db, platform, purchase)))

/** Does the deliveries of a purchase, or of all purchases of a subscription, once more of which an item waits for a class. */
export const repeatSplit = async (db: SchoolDb, platform: string, codes: PurchaseCodes): Promise<void> =>
  void (await repeatSales(db, await listSplit(db, platform, codes)))

const repeatedAtOnce = 1000

/**
 * Does many sales once more, some in each transaction.
 * @param list gives the ids of the next ones, in their order
 */
export async function repeatAll(
  school: School,
  list: (db: SchoolDb, after: string, limit: number) => Promise<string[]>,
  signal: AbortSignal,
): Promise<void> {
  let after = '0'
  await workInBatches(school, signal, async (db) => {
    const ids = await list(db, after, repeatedAtOnce)
    await repeatSales(db, ids)
    after = ids.at(-1) ?? after
    return ids.length === repeatedAtOnce
  })
}

/** Repeats the waiting sales of what the class sells. A second run finds none. */
export const repeatSoldSales = (school: School, { cohortId }: { cohortId: string }, signal: AbortSignal) =>
  repeatAll(school, (db, after, limit) => listWaiting(db, { cohortId, after }, limit), signal)

/** Repeats the sales that waited while the school sold nothing by an account. A second run finds none. */
export const repeatResumedSales = (school: School, { accountId }: { accountId: string }, signal: AbortSignal) =>
  repeatAll(school, (db, after, limit) => listStopped(db, { accountId, after }, limit), signal)

/** Repeats the sales that wait for a class although their subscription has had one: a second run finds those alone that still do. */
export const repeatFollowedSales = (school: School, signal: AbortSignal) => repeatAll(school, listFollowing, signal)
