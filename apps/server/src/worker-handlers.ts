import { affiliateHandlers } from './features/affiliates/affiliates.jobs.ts'
import { certificateHandlers } from './features/certificates/printing/certificates.jobs.ts'
import { chargeHandlers } from './features/charges/charges.jobs.ts'
import { domainHandlers } from './features/domains/domains.jobs.ts'
import type { DomainTools } from './features/domains/domains.service.ts'
import { editionHandlers } from './features/editions/editions.jobs.ts'
import { emailChangeHandlers } from './features/email-changes/email-changes.jobs.ts'
import { enrollmentHandlers } from './features/enrollments/enrollments.jobs.ts'
import { examAttemptHandlers } from './features/exam-attempts/exam-attempts.jobs.ts'
import { examCorrectionHandlers } from './features/exam-corrections/exam-corrections.jobs.ts'
import { examImportHandlers } from './features/exam-imports/exam-imports.jobs.ts'
import { fileHandlers } from './features/files/files.jobs.ts'
import { importHandlers } from './features/imports/imports.jobs.ts'
import { learningHandlers } from './features/learning/learning.jobs.ts'
import { mayOpenBy } from './features/learning/learning.service.ts'
import { Outlines } from './features/learning/outlines.service.ts'
import { ledgerHandlers } from './features/ledger/ledger.jobs.ts'
import { mergeHandlers } from './features/merges/merges.jobs.ts'
import type { DeliveryTools } from './features/messages/delivery.service.ts'
import { messageHandlers, smsHandlers } from './features/messages/messages.jobs.ts'
import type { SmsTools } from './features/messages/sms-reports.service.ts'
import { noticeHandlers } from './features/notices/notices.jobs.ts'
import { notificationHandlers } from './features/notifications/notifications.jobs.ts'
import { openingHandlers } from './features/openings/openings.jobs.ts'
import { otherEmailHandlers } from './features/other-emails/other-emails.jobs.ts'
import type { ErasingTools } from './features/own-data/erasing.service.ts'
import { ownDataHandlers } from './features/own-data/own-data.jobs.ts'
import type { EventTools } from './features/payments/events/events.service.ts'
import { paymentHandlers } from './features/payments/payments.jobs.ts'
import { openPeople } from './features/people/people.service.ts'
import type { SaleTools } from './features/sales/sale-processing.service.ts'
import { purchaseHelpHandlers, saleHandlers } from './features/sales/sales.jobs.ts'
import { salesReportHandlers } from './features/sales-reports/sales-reports.jobs.ts'
import { sessionHandlers } from './features/sessions/sessions.jobs.ts'
import { subscriptionHandlers } from './features/subscriptions/subscriptions.jobs.ts'
import { teamLogHandlers } from './features/team-log/team-log.jobs.ts'
import { videoHandlers } from './features/videos/videos.jobs.ts'
import { fileOwners } from './file-owners.ts'
import { jobs } from './jobs/catalogue.ts'
import { defineHandler, type JobHandler } from './jobs/handlers.ts'
import { runHandlers } from './jobs/runs/run-handlers.ts'
import { forgetOldKeys } from './make-once/make-once.ts'
import { paidThings } from './paid-things.ts'
import { runKinds } from './run-kinds.ts'
import { studentLifecycle } from './student-lifecycle.ts'

/** Handlers of the catalogue's jobs, one each. */
export const workerHandlers = (
  own: Pick<
    DeliveryTools & DomainTools & ErasingTools & EventTools & SaleTools & SmsTools,
    'mailer' | 'sms' | 'platform' | 'openSchool' | 'dns' | 'mercadoPago' | 'provider'
  >,
): JobHandler[] => [
  ...affiliateHandlers(own),
  ...certificateHandlers,
  ...chargeHandlers,
  ...domainHandlers(own),
  ...editionHandlers(own),
  ...emailChangeHandlers(own),
  ...enrollmentHandlers,
  ...examAttemptHandlers,
  ...examImportHandlers,
  ...examCorrectionHandlers(own),
  ...fileHandlers(fileOwners),
  ...importHandlers({ people: openPeople(own.platform) }),
  ...learningHandlers,
  ...ledgerHandlers,
  ...messageHandlers({ ...own, mayOpen: mayOpenBy(new Outlines()) }),
  ...mergeHandlers({ lifecycle: studentLifecycle }),
  ...noticeHandlers,
  ...teamLogHandlers,
  ...notificationHandlers,
  ...openingHandlers({ outlines: new Outlines() }),
  ...ownDataHandlers({ ...own, lifecycle: studentLifecycle }),
  ...otherEmailHandlers(own),
  ...paymentHandlers({ ...own, ...paidThings }),
  ...purchaseHelpHandlers(own),
  ...runHandlers(runKinds),
  ...saleHandlers({ people: openPeople(own.platform), mercadoPago: own.mercadoPago }),
  ...salesReportHandlers({ people: openPeople(own.platform) }),
  ...sessionHandlers(own),
  ...smsHandlers(own),
  ...subscriptionHandlers({ ...own, ...paidThings }),
  ...videoHandlers,
  defineHandler(jobs.forgetOldKeys, (school, _, tools) => forgetOldKeys(school, tools)),
]
