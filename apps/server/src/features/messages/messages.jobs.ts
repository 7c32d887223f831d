import { jobs } from '../../jobs/catalogue.ts'
import { handles, type JobHandler } from '../../jobs/handlers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { deliverMessages, giveUpMessages } from './delivery.service.ts'

/** The mailer is the worker's own: no request ever sends mail. */
export const messageJobs = (mailer: Mailer): JobHandler[] =>
  [jobs.deliverMessages, jobs.deliverUrgentMessages].map((job) =>
    handles(
      job,
      (school, { messageIds }, tools, signal) => deliverMessages(school, messageIds, tools, mailer, signal),
      (school, { messageIds }, error) => giveUpMessages(school, messageIds, error.message),
    ),
  )
