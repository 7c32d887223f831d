import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue, enqueueMany } from '../../jobs/enqueue.ts'
import { hasAffiliates, listAffiliateIds } from './offers.queries.ts'

/** Affiliates of one job: few enough that a killed worker repeats little. */
const affiliatesPerJob = 25

/** Affiliates of the school, by the jobs that go through them. */
export async function listAffiliateBatches(db: SchoolDb): Promise<string[][]> {
  const ids = await listAffiliateIds(db)
  const batches: string[][] = []
  for (let at = 0; at < ids.length; at += affiliatesPerJob) batches.push(ids.slice(at, at + affiliatesPerJob))
  return batches
}

/** Asked in the transaction of each change of what a school offers to its affiliates, which follow within seconds. */
export async function spreadEditions(db: SchoolDb): Promise<void> {
  if (await hasAffiliates(db)) await enqueue(db, jobs.spreadEditions, {})
}

/** Has each affiliate of the school looked at, and shown how many courses it is offered. */
export const settleAll = (school: School, { verify }: { verify?: boolean } = {}): Promise<void> =>
  school.tx(async (db) => {
    const batches = (await listAffiliateBatches(db)).map((affiliateIds) => ({ affiliateIds }))
    await enqueueMany(
      db,
      jobs.settleEditions,
      batches.map((batch) => ({ ...batch, ...(verify && { verify }) })),
    )
    await enqueueMany(db, jobs.writeOffers, batches)
  })
