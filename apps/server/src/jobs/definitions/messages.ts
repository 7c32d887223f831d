import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { daily, defineJob, definePlatformJob } from '../job-definition.ts'

/** Jobs that send mails and text messages; a part of the catalogue. */
export const messageJobs = {
  deliverMessages: defineJob({
    name: 'messages.deliver',
    queue: 'messages',
    plans: 'kept',
    payload: z.object({ messageIds: z.array(Id).min(1).max(100) }),
    retries: 'delivery',
  }),
  /** Mail that a person sits and waits for; it never stands behind the thousands of an import. */
  deliverUrgentMessages: defineJob({
    name: 'messages.deliver_now',
    queue: 'urgent',
    payload: z.object({ messageIds: z.array(Id).min(1).max(100) }),
    retries: 'delivery',
  }),
  /** Written by the clock when mail that waits is to be tried again; see due_jobs. */
  retryMail: defineJob({
    name: 'messages.retry_mail',
    queue: 'messages',
    payload: z.object({}),
    retries: 'looks',
  }),
  /** While mail is stopped, one mail is tried each minute. schoolId: 0 for the mail of all schools. */
  probeMail: definePlatformJob({
    name: 'messages.probe_mail',
    queue: 'urgent',
    payload: z.object({ schoolId: Id }),
    retries: 'looks',
  }),
  /** A mail to an address that is no member's waits for its next try, or for its end. */
  retryPlatformMail: definePlatformJob({
    name: 'messages.retry_platform_mail',
    queue: 'urgent',
    payload: z.object({ id: Id }),
    retries: 'deadlines',
  }),
  forgetPlatformMails: definePlatformJob({ name: 'messages.forget_platform_mails', ...daily }),
  /** A student waits for this message to sign in, so it goes before other mail. */
  deliverSms: defineJob({
    name: 'messages.deliver_sms',
    queue: 'urgent',
    payload: z.object({ messageIds: z.array(Id).min(1).max(100) }),
    retries: 'delivery',
  }),
  /** The provider is asked what became of a text message: an hour, a day and three days after it took it. */
  checkSmsStatus: defineJob({
    name: 'messages.follow_sms',
    queue: 'messages',
    payload: z.object({ messageId: Id, providerId: z.string().optional(), looks: z.number().int().min(0) }),
    retries: 'upkeep',
  }),
  /** An event of the provider says whether a text message was delivered. */
  recordSmsReport: defineJob({
    name: 'messages.hear_sms',
    queue: 'messages',
    payload: z.object({
      messageId: Id,
      providerId: z.string(),
      report: z.enum(['delivered', 'undelivered']),
      heardOn: z.iso.datetime(),
    }),
    retries: 'looks',
  }),
  forgetSentSms: definePlatformJob({ name: 'messages.forget_sent_sms', ...daily }),
}
