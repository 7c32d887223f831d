import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import { type DeliveryTools, deliverMessages, failMessages } from './delivery.service.ts'
import { deliverSms, failUnsentSms } from './sms.service.ts'
import {
  checkSmsStatus,
  forgetSentSms,
  recordSmsReport,
  rescheduleSmsCheck,
  type SmsTools,
} from './sms-reports.service.ts'

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

export const messageHandlers = (own: Pick<DeliveryTools, 'mailer' | 'mayOpen' | 'platform'>): JobHandler[] =>
  [jobs.deliverMessages, jobs.deliverUrgentMessages].map((job) =>
    defineHandler(
      job,
      (school, { messageIds }, tools, signal) => deliverMessages(school, messageIds, { ...tools, ...own }, signal),
      (school, { messageIds }, error) => failMessages(school, messageIds, error.message),
    ),
  )
