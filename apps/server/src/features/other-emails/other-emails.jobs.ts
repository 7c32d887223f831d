import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { notifyOfOtherEmail } from './other-emails.service.ts'

export const otherEmailHandlers = (own: Pick<PlatformTools, 'platform'> & { mailer: Mailer }): JobHandler[] => [
  defineHandler(jobs.notifyOfOtherEmail, (school, payload, tools) =>
    notifyOfOtherEmail(school, payload, { ...tools, ...own }),
  ),
]
