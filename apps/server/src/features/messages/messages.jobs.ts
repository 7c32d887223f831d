import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import { type DeliveryTools, deliverMessages, failMessages } from './delivery.service.ts'
import { pruneRefusals } from './mail-stops.service.ts'
import { retryPlatformMail } from './outside-mails.service.ts'
import { forgetPlatformMails } from './platform-mails.service.ts'
import { probeMail } from './probing.service.ts'
import { deliverSms, failUnsentSms } from './sms.service.ts'
import {
  checkSmsStatus,
  forgetSentSms,
  recordSmsReport,
  rescheduleSmsCheck,
  type SmsTools,
} from './sms-reports.service.ts'
import { retryMail } from './waiting-mail.service.ts'

export const smsHandlers = (own: Pick<SmsTools & PlatformTools, 'sms' | 'platform'>): JobHandler[] => [
  defineHandler(
    jobs.deliverSms,
    (school, { messageIds }, tools, signal) => deliverSms(school, messageIds, { ...tools, ...own }, signal),
    (school, { messageIds }, error, tools) => failUnsentSms(school, messageIds, error.message, { ...tools, ...own }),
  ),
  defineHandler(
    jobs.checkSmsStatus,
    (school, look, tools) => checkSmsStatus(school, look, { ...tools, ...own }),
    (school, look, _error, tools) => rescheduleSmsCheck(school, look, { ...tools, ...own }),
  ),
  defineHandler(jobs.recordSmsReport, recordSmsReport),
  definePlatformHandler(jobs.forgetSentSms, (_, tools) => forgetSentSms({ ...tools, ...own })),
]

type MailTools = Pick<DeliveryTools, 'mailer' | 'mayOpen' | 'platform'> & { openSchool(id: string): School }

export const messageHandlers = (own: MailTools): JobHandler[] => [
  ...[jobs.deliverMessages, jobs.deliverUrgentMessages].map((job) =>
    defineHandler(
      job,
      (school, { messageIds }, tools, signal) => deliverMessages(school, messageIds, { ...tools, ...own }, signal),
      (school, { messageIds }, error, tools) => failMessages(school, messageIds, error.message, { ...tools, ...own }),
    ),
  ),
  defineHandler(jobs.retryMail, (school, _, tools) => retryMail(school, { ...tools, ...own })),
  definePlatformHandler(jobs.probeMail, (payload, tools) => probeMail(payload, { ...tools, ...own })),
  definePlatformHandler(jobs.retryPlatformMail, (payload, tools) => retryPlatformMail(payload, { ...tools, ...own })),
  definePlatformHandler(jobs.forgetPlatformMails, async (_, tools) => {
    await forgetPlatformMails({ ...tools, ...own })
    await pruneRefusals({ ...tools, ...own })
  }),
]
