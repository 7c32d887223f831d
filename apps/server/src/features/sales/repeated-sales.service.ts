import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { listWaiting } from '../integrations/integrations.service.ts'
import { listPending } from './reported/reported-purchases.queries.ts'
import { askAgain } from './sales.queries.ts'

/** Does sales once more, each in a job of its own. @returns how many those are: some wait already, and of some no more is kept */
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
