import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { type DomainTools, recheckDomain } from './domains.service.ts'

export const domainHandlers = (own: Pick<DomainTools, 'platform' | 'dns'>): JobHandler[] => [
  defineHandler(jobs.checkDomain, (school, _, tools) => recheckDomain(school, { ...tools, ...own })),
]
