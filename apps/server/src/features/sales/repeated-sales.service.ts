import type { SchoolDb } from '@escola/db'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import { listPending } from './reported-purchases.queries.ts'
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

/** Does the deliveries of a purchase once more that wait for a class or an e-mail. */
export const repeatPending = async (db: SchoolDb, platform: string, purchase: string): Promise<void> =>
  void (await repeatSales(db, await listPending(db, platform, purchase)))
