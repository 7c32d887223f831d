import { minuteMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue, enqueueMany } from '../../jobs/enqueue.ts'
import { listIds } from './affiliates.queries.ts'
import { listFranchisors } from './franchisors.queries.ts'

export interface Affiliation {
  franchisorId: string
  affiliateId: string
}

/** Queues a job, in the transaction of a change at one school of an affiliation, which notifies the other school. */
export const enqueueAffiliateSync = (db: SchoolDb, affiliation: Affiliation): Promise<void> =>
  enqueue(db, jobs.syncAffiliate, affiliation)

/** Notifies schools of a change at their franchisor. */
export const enqueueAffiliateSyncs = (
  db: SchoolDb,
  { id: franchisorId }: Pick<School, 'id'>,
  affiliateIds: string[],
  runOn?: Date,
): Promise<void> =>
  enqueueMany(
    db,
    jobs.syncAffiliate,
    affiliateIds.map((affiliateId) => ({ franchisorId, affiliateId })),
    runOn,
  )

/** Notifies the franchisors of a school of a change of what they show of it. */
export const notifyFranchisors = async (db: SchoolDb, { id: affiliateId }: Pick<School, 'id'>): Promise<void> => {
  for (const { franchisor_id: franchisorId } of await listFranchisors(db))
    await enqueueAffiliateSync(db, { franchisorId, affiliateId })
}

const perMinute = 30

/** Notifies each affiliate of a franchisor and asks it for its card and its counts, some in a minute: mails of other schools have the same queue. */
export async function notifyAffiliates(db: SchoolDb, school: Pick<School, 'id'>, { now }: Clock) {
  const affiliateIds = await listIds(db)
  for (let from = 0; from < affiliateIds.length; from += perMinute) {
    const runOn = new Date(now().getTime() + (from / perMinute) * minuteMs)
    await enqueueAffiliateSyncs(db, school, affiliateIds.slice(from, from + perMinute), runOn)
  }
}
