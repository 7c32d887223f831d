import { affiliateJobs } from './features/affiliates/affiliates.jobs.ts'
import { bulkChangeJobs } from './features/bulk-changes/bulk-changes.jobs.ts'
import { certificateJobs } from './features/certificates/printing/certificates.jobs.ts'
import { chargeJobs } from './features/charges/charges.jobs.ts'
import { domainJobs } from './features/domains/domains.jobs.ts'
import type { DomainTools } from './features/domains/domains.service.ts'
import { editionJobs } from './features/editions/editions.jobs.ts'
import { emailChangeJobs } from './features/email-changes/email-changes.jobs.ts'
import { enrollmentJobs } from './features/enrollments/enrollments.jobs.ts'
import { fileJobs } from './features/files/files.jobs.ts'
import { importJobs } from './features/imports/imports.jobs.ts'
import { learningJobs } from './features/learning/learning.jobs.ts'
import { mayOpen } from './features/learning/learning.service.ts'
import { Outlines } from './features/learning/outlines.service.ts'
import { ledgerJobs } from './features/ledger/ledger.jobs.ts'
import { mergeJobs } from './features/merges/merges.jobs.ts'
import type { DeliveryTools } from './features/messages/delivery.service.ts'
import { messageJobs, smsJobs } from './features/messages/messages.jobs.ts'
import type { SmsTools } from './features/messages/sms-reports.service.ts'
import { moveJobs } from './features/moves/moves.jobs.ts'
import { noticeJobs } from './features/notices/notices.jobs.ts'
import { notificationJobs } from './features/notifications/notifications.jobs.ts'
import { openingJobs } from './features/openings/openings.jobs.ts'
import { otherEmailJobs } from './features/other-emails/other-emails.jobs.ts'
import type { ErasingTools } from './features/own-data/erasing.service.ts'
import { ownDataJobs } from './features/own-data/own-data.jobs.ts'
import type { EventTools } from './features/payments/events/events.service.ts'
import { paymentJobs } from './features/payments/payments.jobs.ts'
import { openPeople } from './features/people/people.service.ts'
import type { SaleTools } from './features/sales/sale-processing.service.ts'
import { purchaseHelpJobs, saleJobs } from './features/sales/sales.jobs.ts'
import { salesReportJobs } from './features/sales-reports/sales-reports.jobs.ts'
import { sessionJobs } from './features/sessions/sessions.jobs.ts'
import { videoJobs } from './features/videos/videos.jobs.ts'
import { fileOwners } from './file-owners.ts'
import { jobs } from './jobs/catalogue.ts'
import { defineHandler, type JobHandler } from './jobs/handlers.ts'
import { forgetOldKeys } from './make-once/make-once.ts'

/** Handlers of the catalogue's jobs, one each. */
export const workerHandlers = (
  own: Pick<
    DeliveryTools & DomainTools & ErasingTools & EventTools & SaleTools & SmsTools,
    'mailer' | 'sms' | 'platform' | 'openSchool' | 'dns' | 'mercadoPago' | 'provider'
  >,
): JobHandler[] => {
  const outlines = new Outlines()
  return [
    ...affiliateJobs(own),
    ...certificateJobs,
    ...chargeJobs,
    ...domainJobs(own),
    ...editionJobs(own),
    ...emailChangeJobs(own),
    ...enrollmentJobs,
    ...fileJobs(fileOwners),
    ...importJobs({ people: openPeople(own.platform) }),
    ...learningJobs,
    ...ledgerJobs,
    ...messageJobs({ ...own, mayOpen: (school, lesson, clock) => mayOpen(school, lesson, { ...clock, outlines }) }),
    ...bulkChangeJobs,
    ...mergeJobs,
    ...moveJobs,
    ...noticeJobs,
    ...notificationJobs,
    ...openingJobs,
    ...ownDataJobs(own),
    ...otherEmailJobs(own),
    ...paymentJobs(own),
    ...purchaseHelpJobs(own),
    ...saleJobs({ people: openPeople(own.platform), mercadoPago: own.mercadoPago }),
    ...salesReportJobs({ people: openPeople(own.platform) }),
    ...sessionJobs(own),
    ...smsJobs(own),
    ...videoJobs,
    defineHandler(jobs.forgetOldKeys, (school, _, tools) => forgetOldKeys(school, tools)),
  ]
}
