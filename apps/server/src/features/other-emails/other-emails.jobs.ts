import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { notifyOtherEmail } from './other-emails.service.ts'

export const otherEmailHandlers = (own: { mailer: Mailer }): JobHandler[] => [
  defineHandler(jobs.notifyOtherEmail, (school, payload, tools) =>
    notifyOtherEmail(school, payload, { ...tools, ...own }),
  ),
]
