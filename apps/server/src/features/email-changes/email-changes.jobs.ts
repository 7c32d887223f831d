import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import { type ChangeMailTools, followEmail, notifyOfEmailChange } from './change-mails.service.ts'
import { releaseEmail } from './email-changes.service.ts'

export const emailChangeHandlers = (own: Pick<ChangeMailTools, 'platform' | 'openSchool' | 'mailer'>): JobHandler[] => [
  definePlatformHandler(jobs.notifyOfEmailChange, (payload, tools) =>
    notifyOfEmailChange(payload, { ...tools, ...own }),
  ),
  definePlatformHandler(jobs.releaseEmail, (payload, tools) => releaseEmail(payload, { ...tools, ...own })),
  defineHandler(jobs.followEmail, (school, payload) => followEmail(school, payload, own)),
]
