import { isDeepStrictEqual } from 'node:util'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { forEachAffiliate } from '../editions/affiliate-iteration.service.ts'
import { listPlansOf } from './affiliates.queries.ts'
import * as queries from './franchisors.queries.ts'
import type { SyncTools } from './syncing.service.ts'

/**
 * Has some affiliates show what their franchisor offers them now. The franchisor is asked again at the end: of two runs that overlap, the one that
 * writes last has then seen the latest.
 */
export async function writeOffers(
  franchisor: School,
  { affiliateIds }: { affiliateIds: string[] },
  { openSchool }: Pick<SyncTools, 'openSchool'>,
  signal?: AbortSignal,
): Promise<void> {
  const read = () => franchisor.tx((db) => readOffers(db, affiliateIds))
  for (let offers = await read(), written: typeof offers | undefined; !isDeepStrictEqual(offers, written); ) {
    written = offers
    await forEachAffiliate([...written.keys()], signal, async (id) => {
      await openSchool(id).tx((db) => queries.keepOffer(db, franchisor.id, offers.get(id)!))
    })
    offers = await read()
  }
}

/** Offers of the affiliates that are in a plan, by their ids. */
async function readOffers(db: SchoolDb, affiliateIds: string[]): Promise<Map<string, queries.Offer>> {
  const plans = await listPlansOf(db, affiliateIds)
  const offers = await queries.listOffers(db, [...new Set(plans.map(({ plan_id }) => plan_id))])
  const byPlan = new Map(offers.map((offer) => [offer.plan_id, offer]))
  return new Map(plans.map(({ affiliate_id, plan_id }) => [affiliate_id, byPlan.get(plan_id)!]))
}
