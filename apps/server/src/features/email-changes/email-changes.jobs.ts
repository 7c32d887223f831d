import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import { releaseEmail } from './email-changes.service.ts'
import { followEmail, type TellingTools, tellOfEmailChange } from './telling.service.ts'

export const emailChangeHandlers = (own: Pick<TellingTools, 'platform' | 'openSchool' | 'mailer'>): JobHandler[] => [
  definePlatformHandler(jobs.tellOfEmailChange, (payload, tools) => tellOfEmailChange(payload, { ...tools, ...own })),
  definePlatformHandler(jobs.releaseEmail, (payload, tools) => releaseEmail(payload, { ...tools, ...own })),
  defineHandler(jobs.followEmail, (school, payload) => followEmail(school, payload, own)),
]
