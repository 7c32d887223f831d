import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { writeOffers } from './offers.service.ts'
import { notifyAffiliates, notifyFranchisors } from './sync-requests.service.ts'
import { type SyncTools, syncAffiliate } from './syncing.service.ts'

/** Jobs of either school of an affiliation. Two of them open the other school too, one after the other. */
export const affiliateHandlers = ({ openSchool }: Pick<SyncTools, 'openSchool'>): JobHandler[] => [
  defineHandler(jobs.syncAffiliate, (_, affiliation, { now }) => syncAffiliate(affiliation, { openSchool, now })),
  defineHandler(jobs.writeOffers, (school, payload, _, signal) => writeOffers(school, payload, { openSchool }, signal)),
  defineHandler(jobs.syncAffiliates, (school, _, tools) => school.tx((db) => notifyAffiliates(db, school, tools))),
  defineHandler(jobs.notifyFranchisors, (school) => school.tx((db) => notifyFranchisors(db, school))),
]
