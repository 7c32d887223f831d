import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { syncDaily } from './sync-requests.service.ts'
import { type SyncTools, syncAffiliate } from './syncing.service.ts'

/** Jobs of either school of an affiliation. One of them opens the other school too, one after the other. */
export const affiliateJobs = ({ openSchool }: Pick<SyncTools, 'openSchool'>): JobHandler[] => [
  defineHandler(jobs.syncAffiliate, (_, affiliation, { now }) => syncAffiliate(affiliation, { openSchool, now })),
  defineHandler(jobs.syncAffiliates, (school, _, tools) => syncDaily(school, tools)),
]
