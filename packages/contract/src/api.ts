import { accessApi } from './access-api.contract.ts'
import { accounts } from './accounts.contract.ts'
import { administrators } from './administrators.contract.ts'
import { affiliates } from './affiliates.contract.ts'
import { bookmarks } from './bookmarks.contract.ts'
import { bulkChanges } from './bulk-changes.contract.ts'
import { calendars } from './calendars.contract.ts'
import { categories } from './categories.contract.ts'
import { certificateCpfs, certificateIssuers } from './certificate-issuers.contract.ts'
import { certificateIssues } from './certificate-issues.contract.ts'
import { certificateReissues } from './certificate-reissues.contract.ts'
import { certificateTemplates } from './certificate-templates.contract.ts'
import { certificates } from './certificates.contract.ts'
import { charges } from './charges.contract.ts'
import { cohorts } from './cohorts.contract.ts'
import { copies } from './copies.contract.ts'
import { coursePages } from './course-pages.contract.ts'
import { courses } from './courses.contract.ts'
import { credentials } from './credentials.contract.ts'
import { domains } from './domains.contract.ts'
import { editions } from './editions.contract.ts'
import { emailChanges } from './email-changes.contract.ts'
import { examAttempts } from './exam-attempts.contract.ts'
import { examCorrections } from './exam-corrections.contract.ts'
import { examExceptions } from './exam-exceptions.contract.ts'
import { examImports } from './exam-imports.contract.ts'
import { examOpenAnswers } from './exam-open-answers.contract.ts'
import { examQuestions } from './exam-questions.contract.ts'
import { examResults } from './exam-results.contract.ts'
import { exams } from './exams.contract.ts'
import { fieldMappings } from './field-mappings.contract.ts'
import { files } from './files.contract.ts'
import { imports } from './imports.contract.ts'
import { karma } from './karma.contract.ts'
import { learning } from './learning.contract.ts'
import { ledger } from './ledger.contract.ts'
import { lessonOrder } from './lesson-order.contract.ts'
import { lessons } from './lessons.contract.ts'
import { merges } from './merges.contract.ts'
import { moves } from './moves.contract.ts'
import { notices } from './notices.contract.ts'
import { notifications } from './notifications.contract.ts'
import { otherEmails } from './other-emails.contract.ts'
import { ownData } from './own-data.contract.ts'
import { pages } from './pages.contract.ts'
import { payments } from './payments.contract.ts'
import { platform } from './platform.contract.ts'
import { practice } from './practice.contract.ts'
import { profiles } from './profiles.contract.ts'
import { purchaseList } from './purchase-list.contract.ts'
import { purchases } from './purchases.contract.ts'
import { releaseNotices } from './release-notices.contract.ts'
import { renewals } from './renewals.contract.ts'
import type { RouteDefinition } from './route.ts'
import { sales } from './sales.contract.ts'
import { salesAccounts } from './sales-accounts.contract.ts'
import { salesReports } from './sales-reports.contract.ts'
import { schools } from './schools.contract.ts'
import { search } from './search.contract.ts'
import { security } from './security.contract.ts'
import { sessions } from './sessions.contract.ts'
import { sms } from './sms.contract.ts'
import { studentViews } from './student-views.contract.ts'
import { students } from './students.contract.ts'
import { subscriptions } from './subscriptions.contract.ts'
import { teamLog } from './team-log.contract.ts'
import { threads } from './threads.contract.ts'
import { timeline } from './timeline.contract.ts'
import { today } from './today.contract.ts'
import { undeliveredMails } from './undelivered-mails.contract.ts'
import { videos } from './videos.contract.ts'

/** Every route of the API by noun. The server checks that each is mounted; the walls loop over it. Screens import their noun alone. */
export const api = {
  accessApi,
  accounts,
  bookmarks,
  administrators,
  affiliates,
  bulkChanges,
  calendars,
  categories,
  certificateCpfs,
  certificateIssuers,
  certificateIssues,
  certificateReissues,
  certificateTemplates,
  certificates,
  charges,
  cohorts,
  copies,
  coursePages,
  courses,
  credentials,
  domains,
  editions,
  emailChanges,
  examAttempts,
  examCorrections,
  examExceptions,
  examImports,
  examOpenAnswers,
  examQuestions,
  examResults,
  exams,
  fieldMappings,
  files,
  imports,
  karma,
  learning,
  lessonOrder,
  ledger,
  lessons,
  merges,
  moves,
  platform,
  notices,
  notifications,
  ownData,
  pages,
  payments,
  practice,
  profiles,
  otherEmails,
  purchaseList,
  purchases,
  releaseNotices,
  renewals,
  sales,
  salesAccounts,
  salesReports,
  schools,
  search,
  security,
  sessions,
  sms,
  students,
  studentViews,
  subscriptions,
  teamLog,
  threads,
  timeline,
  today,
  undeliveredMails,
  videos,
} satisfies Record<string, Record<string, RouteDefinition>>

export const allRoutes: { name: string; route: RouteDefinition }[] = Object.entries(api).flatMap(([noun, routes]) =>
  Object.entries<RouteDefinition>(routes).map(([verb, route]) => ({ name: `${noun}.${verb}`, route })),
)
