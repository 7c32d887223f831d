import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { tellOtherEmail } from './other-emails.service.ts'

export const otherEmailHandlers = (own: { mailer: Mailer }): JobHandler[] => [
  defineHandler(jobs.tellOtherEmail, (school, payload, tools) => tellOtherEmail(school, payload, { ...tools, ...own })),
]
