import type { AppTools } from './app-tools.ts'
import { openSchool as openReserved } from './core/scope.ts'
import type { PlatformTools, Tools } from './core/tools.ts'
import { accessApiRoutes } from './features/access-api/access-api.routes.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { administratorRoutes } from './features/administrators/administrators.routes.ts'
import { affiliateRoutes } from './features/affiliates/affiliates.routes.ts'
import { bookmarkRoutes } from './features/bookmarks/bookmarks.routes.ts'
import { bulkChangeRoutes } from './features/bulk-changes/bulk-changes.routes.ts'
import { calendarRoutes } from './features/calendars/calendars.routes.ts'
import { categoryRoutes } from './features/categories/categories.routes.ts'
import { certificateRoutes } from './features/certificates/certificates.routes.ts'
import { getPdfLink } from './features/certificates/proof/proof.service.ts'
import { chargeRoutes } from './features/charges/charges.routes.ts'
import { CountedReaders } from './features/charges/counted-readers.service.ts'
import { cohortRoutes } from './features/cohorts/cohorts.routes.ts'
import { coursePageRoutes } from './features/course-pages/course-pages.routes.ts'
import { courseRoutes } from './features/courses/courses.routes.ts'
import { credentialRoutes } from './features/credentials/credentials.routes.ts'
import { domainRoutes } from './features/domains/domains.routes.ts'
import { editionRoutes } from './features/editions/editions.routes.ts'
import { emailChangeRoutes } from './features/email-changes/email-changes.routes.ts'
import { examAttemptRoutes } from './features/exam-attempts/exam-attempts.routes.ts'
import { openAttemptLimit } from './features/exam-attempts/exam-attempts.service.ts'
import { examCorrectionRoutes } from './features/exam-corrections/exam-corrections.routes.ts'
import { examExceptionRoutes } from './features/exam-exceptions/exam-exceptions.routes.ts'
import { examImportRoutes } from './features/exam-imports/exam-imports.routes.ts'
import { examOpenAnswerRoutes } from './features/exam-open-answers/exam-open-answers.routes.ts'
import { examQuestionRoutes } from './features/exam-questions/exam-questions.routes.ts'
import { examResultRoutes } from './features/exam-results/exam-results.routes.ts'
import { examRoutes } from './features/exams/exams.routes.ts'
import { createFileAccesses, createPictureOwners } from './features/files/downloads.service.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { ImportProgress } from './features/imports/import-progress.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { karmaRoutes } from './features/karma/karma.routes.ts'
import { learningRoutes } from './features/learning/learning.routes.ts'
import { getFileLink } from './features/learning/learning.service.ts'
import { ledgerRoutes } from './features/ledger/ledger.routes.ts'
import { copyRoutes } from './features/lessons/copies.routes.ts'
import { lessonRoutes } from './features/lessons/lessons.routes.ts'
import { mergeRoutes } from './features/merges/merges.routes.ts'
import { smsRoutes } from './features/messages/sms.routes.ts'
import { undeliveredMailRoutes } from './features/messages/undelivered.routes.ts'
import { moveRoutes } from './features/moves/moves.routes.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { otherEmailRoutes } from './features/other-emails/other-emails.routes.ts'
import { ownDataRoutes } from './features/own-data/own-data.routes.ts'
import { pageRoutes } from './features/pages/pages.routes.ts'
import { paymentEventRoutes, paymentRoutes } from './features/payments/payments.routes.ts'
import { platformRoutes } from './features/platform/platform.routes.ts'
import { listDueCourses } from './features/practice/due-questions.service.ts'
import { practiceRoutes } from './features/practice/practice.routes.ts'
import { profileRoutes } from './features/profiles/profiles.routes.ts'
import { publishingRoutes } from './features/publishing/publishing.routes.ts'
import { releaseNoticeRoutes } from './features/release-notices/release-notices.routes.ts'
import { renewalRoutes } from './features/renewals/renewals.routes.ts'
import { DeliveryKeeper } from './features/sales/deliveries/delivery-keeper.ts'
import { WebhookIntake, webhookConnections } from './features/sales/deliveries/webhook-intake.ts'
import { saleRoutes, webhookRoutes } from './features/sales/sales.routes.ts'
import { salesAccountRoutes } from './features/sales-accounts/sales-accounts.routes.ts'
import { salesReportRoutes } from './features/sales-reports/sales-reports.routes.ts'
import { schoolRoutes } from './features/schools/schools.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { securityRoutes } from './features/security/security.routes.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { studentRoutes } from './features/students/students.routes.ts'
import { subscriptionRoutes } from './features/subscriptions/subscriptions.routes.ts'
import { teamLogRoutes } from './features/team-log/team-log.routes.ts'
import { threadRoutes } from './features/threads/threads.routes.ts'
import { timelineRoutes } from './features/timeline/timeline.routes.ts'
import { todayRoutes } from './features/today/today.routes.ts'
import { videoRoutes } from './features/videos/videos.routes.ts'
import type { Mount } from './http/mount.ts'
import { RelayNotifier } from './jobs/relay-notifier.ts'
import { paidThings } from './paid-things.ts'
import { studentLifecycle } from './student-lifecycle.ts'

/** Features that need only their school's scope and the tools. */
const features: ((mount: Mount, tools: Tools) => void)[] = [
  bulkChangeRoutes,
  categoryRoutes,
  certificateRoutes,
  chargeRoutes,
  copyRoutes,
  coursePageRoutes,
  courseRoutes,
  editionRoutes,
  examCorrectionRoutes,
  examExceptionRoutes,
  examImportRoutes,
  examOpenAnswerRoutes,
  examQuestionRoutes,
  examRoutes,
  karmaRoutes,
  lessonRoutes,
  moveRoutes,
  noticeRoutes,
  teamLogRoutes,
  notificationRoutes,
  otherEmailRoutes,
  pageRoutes,
  publishingRoutes,
  salesAccountRoutes,
  salesReportRoutes,
  timelineRoutes,
  videoRoutes,
  renewalRoutes,
]

/** Features that need the platform's handle beside the tools. */
const platformFeatures: ((mount: Mount, tools: PlatformTools) => void)[] = [
  credentialRoutes,
  ledgerRoutes,
  platformRoutes,
  smsRoutes,
  releaseNoticeRoutes,
  todayRoutes,
]

/** Mounts what screens and other callers of JSON and forms use. */
export function mountFeatures(mount: Mount, app: AppTools): void {
  const { tools, platformTools, domainTools, signInTools } = app
  const { addresses, contexts, counters, gate, openSchool, outlines, people, provider, schoolSessions, securityLog } =
    app
  const readers = new CountedReaders()
  const attemptLimit = openAttemptLimit(tools.now)
  for (const feature of features) feature(mount, tools)
  for (const feature of platformFeatures) feature(mount, platformTools)
  accountRoutes(mount, { ...signInTools, openSchool })
  accessApiRoutes(mount, { ...tools, people, counters })
  administratorRoutes(mount, { ...platformTools, people, schoolSessions })
  affiliateRoutes(mount, { ...tools, counters, addresses })
  bookmarkRoutes(mount, { ...tools, outlines })
  calendarRoutes(mount, { ...tools, outlines })
  cohortRoutes(mount, { ...tools, people })
  domainRoutes(mount, { ...domainTools, forgetSchools: () => addresses.forget() })
  emailChangeRoutes(mount, { ...signInTools, counters })
  examAttemptRoutes(mount, { ...tools, outlines, limit: attemptLimit, readers })
  examResultRoutes(mount, { ...tools, securityLog })
  fileRoutes(mount, {
    ...tools,
    gate,
    accesses: createFileAccesses(),
    pictureOwners: createPictureOwners(),
    ways: {
      lesson: (school, { id, fileId }) => getFileLink(school, { contentId: id, fileId }, { ...tools, outlines }),
      certificate: (school, { id }) => getPdfLink(school, id, tools),
    },
  })
  mergeRoutes(mount, { ...tools, people, securityLog, lifecycle: studentLifecycle })
  importRoutes(mount, { ...tools, progress: new ImportProgress() })
  learningRoutes(mount, { ...tools, outlines, readers, listDueCourses })
  ownDataRoutes(mount, { ...platformTools, openSchool, securityLog })
  paymentRoutes(mount, { ...platformTools, ...paidThings, provider })
  subscriptionRoutes(mount, { ...platformTools, ...paidThings, provider })
  practiceRoutes(mount, { ...tools, outlines, limit: attemptLimit, readers })
  profileRoutes(mount, { ...platformTools, gate, securityLog, openSchool })
  saleRoutes(mount, { ...tools, counters, people, securityLog })
  schoolRoutes(mount, { ...domainTools, contexts })
  searchRoutes(mount, { ...tools, outlines })
  securityRoutes(mount, signInTools)
  sessionRoutes(mount, signInTools)
  studentRoutes(mount, { ...tools, schoolSessions, securityLog, lifecycle: studentLifecycle })
  threadRoutes(mount, { ...tools, outlines })
  undeliveredMailRoutes(mount, { ...platformTools, openSchool })
}

/** Mounts what payment providers and sales platforms tell; bodies of any type are taken, because signatures are about them. */
export function mountIncoming(
  mount: Mount,
  { database, platformTools, openSchool, provider, counters }: AppTools,
): void {
  const reserved = database.reserve(webhookConnections)
  paymentEventRoutes(mount, { ...platformTools, ...paidThings, openSchool, provider })
  webhookRoutes(mount, {
    ...platformTools,
    openSchool: (id) => openReserved(reserved, id),
    keeper: new DeliveryKeeper(reserved, new RelayNotifier(database)),
    intake: new WebhookIntake(counters, platformTools),
  })
}
