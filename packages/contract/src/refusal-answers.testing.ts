import { accessApi } from './access-api.contract.ts'
import { accounts, erasedHere } from './accounts.contract.ts'
import { administrators } from './administrators.contract.ts'
import { categories } from './categories.contract.ts'
import { certificates } from './certificates.contract.ts'
import { charges } from './charges.contract.ts'
import { chargeMessages } from './charges.ts'
import { cohorts } from './cohorts.contract.ts'
import { coursePages } from './course-pages.contract.ts'
import { courses, richTextLong } from './courses.contract.ts'
import { domains } from './domains.contract.ts'
import { editionMessages } from './editions.contract.ts'
import { emailChanges, emailChangeTexts } from './email-changes.contract.ts'
import { type ErrorCode, errors } from './errors.ts'
import { examAttempts } from './exam-attempts.contract.ts'
import { examCorrections } from './exam-corrections.contract.ts'
import { examOpenAnswers } from './exam-open-answers.contract.ts'
import { explainAttemptRefusal } from './exam-texts.ts'
import { imports } from './imports.contract.ts'
import { learning } from './learning.contract.ts'
import { lessons } from './lessons.contract.ts'
import { messages } from './messages.ts'
import { moves } from './moves.contract.ts'
import { ownData } from './own-data.contract.ts'
import { refusalOf } from './payment-errors.ts'
import { paymentMessages, payments } from './payments.contract.ts'
import { platform } from './platform.contract.ts'
import { practice } from './practice.contract.ts'
import { profiles } from './profiles.contract.ts'
import { refusals } from './refusals.ts'
import type { RouteDefinition } from './route.ts'
import { sales } from './sales.contract.ts'
import { salesMessages } from './sales.ts'
import { salesAccounts } from './sales-accounts.contract.ts'
import { schools } from './schools.contract.ts'
import { security } from './security.contract.ts'
import { sessions } from './sessions.contract.ts'
import { studentViews } from './student-views.contract.ts'
import { students } from './students.contract.ts'
import { subscriptions } from './subscriptions.contract.ts'
import { videos } from './videos.contract.ts'

const refusal = <const R extends RouteDefinition>(route: R, code: ErrorCode, fields?: Record<string, string>) => ({
  route,
  isOfAnyRoute: false as const,
  status: errors[code].status as number,
  body: { code, message: errors[code].message as string, ...(fields && { fields }) },
})
/** A refusal that every such route may give; the server's test provokes it at this one. */
const anyRouteRefusal = <const R extends RouteDefinition>(route: R, code: ErrorCode) => ({
  ...refusal(route, code),
  isOfAnyRoute: true as const,
})

/**
 * Refusals that tests of screens fake, as the server answers them. A test of the server provokes each at its route, and a test of a screen
 * can fake no other. A newer state (stale_version, upload_incomplete) and a challenge come on top, because each answer has its own.
 */
export const refusalAnswers = {
  sessionEnded: anyRouteRefusal(categories.list, 'session_ended'),
  secondFactorMissing: anyRouteRefusal(platform.schools, 'second_factor_required'),
  tooManyRequests: anyRouteRefusal(cohorts.create, 'too_many_requests'),

  signUpEmailTaken: refusal(accounts.signUpOwner, 'email_taken', { email: messages.emailTaken }),
  signUpPasswordCommon: refusal(accounts.signUpOwner, 'invalid_request', { password: refusals.commonPassword }),
  studentSignUpEmailTaken: refusal(accounts.signUpStudent, 'email_taken', { email: messages.emailTaken }),
  correctionEmailTaken: refusal(accounts.correctEmail, 'email_taken', { newEmail: messages.emailTaken }),
  correctionConfirmed: refusal(accounts.correctEmail, 'invalid_request', { newEmail: refusals.emailConfirmed }),
  activationUnknown: refusal(accounts.activate, 'invalid_token'),
  invitationDead: refusal(accounts.userByToken, 'not_found'),
  darkModeBySchoolSession: refusal(accounts.setDarkMode, 'school_session_only'),
  joinedBySchoolSession: refusal(accounts.joinSchool, 'school_session_only'),
  joinedErased: refusal(accounts.joinSchool, 'erased_here', { school: erasedHere('Northside') }),
  blockWithoutReason: refusal(schools.update, 'invalid_request', { blocked_reason: refusals.blockedReason }),

  emailOwn: refusal(emailChanges.ask, 'invalid_request', { email: emailChangeTexts.sameEmail }),
  emailUnproven: refusal(emailChanges.ask, 'proof_needed'),
  emailCodeWrong: refusal(emailChanges.confirm, 'invalid_code'),
  emailCodeOver: refusal(emailChanges.confirm, 'email_code_over'),
  emailUndoUnknown: refusal(emailChanges.mailedUndo, 'invalid_token'),
  emailUndoUsed: refusal(emailChanges.undo, 'link_used'),

  passwordWrong: refusal(sessions.signIn, 'invalid_password'),
  signInsTooMany: refusal(sessions.signIn, 'too_many_sign_ins'),
  emailUnconfirmed: refusal(sessions.signIn, 'must_confirm_email'),
  secondFactorNeeded: refusal(sessions.signIn, 'second_factor_needed'),
  signInCodeWrong: refusal(sessions.signInByCode, 'invalid_code'),
  challengeUnknown: refusal(sessions.signInByCode, 'invalid_token'),
  accessLinkUnknown: refusal(sessions.signInByToken, 'invalid_token'),
  accessLinkUsed: refusal(sessions.signInByToken, 'link_used'),
  mailedLinkUnknown: refusal(sessions.mailedLink, 'invalid_token'),
  recoveryLinkDead: refusal(sessions.setNewPassword, 'not_found'),
  recoveryCodeWrong: refusal(sessions.setNewPassword, 'invalid_code'),
  recoveryPasswordCommon: refusal(sessions.setNewPassword, 'invalid_request', { password: refusals.commonPassword }),
  othersEndedUnproven: refusal(sessions.endOtherDevices, 'proof_needed'),
  proofPasswordWrong: refusal(sessions.prove, 'invalid_password'),

  newFactorCodeWrong: refusal(security.confirmSecondFactor, 'invalid_code'),
  factorRemovalByPassword: refusal(security.removeSecondFactor, 'factor_proof_needed'),

  copyUnproven: refusal(ownData.copy, 'proof_needed'),
  deletionBegan: refusal(ownData.takeDeletionBack, 'deletion_began'),

  administratorTwice: refusal(administrators.add, 'invalid_request', { email: refusals.alreadyAdministrator }),
  roleCourseGone: refusal(administrators.saveRoles, 'invalid_request', { degree_ids: refusals.roleCourseGone }),
  schoolLinkTaken: refusal(schools.update, 'url_taken', { link: errors.url_taken.pt }),
  schoolLinkUnproven: refusal(schools.update, 'proof_needed'),
  domainUnproven: refusal(domains.claim, 'proof_needed'),
  secretUnproven: refusal(accessApi.showSecret, 'proof_needed'),
  cohortIntegratedUnproven: refusal(accessApi.saveIntegration, 'proof_needed'),
  integratedCohortUnknown: refusal(accessApi.saveIntegration, 'not_found'),

  profileUnknown: refusal(profiles.get, 'not_found'),
  descriptionLong: refusal(profiles.saveDescription, 'invalid_request', {
    profile_description: refusals.descriptionLong,
  }),
  nameMissing: refusal(profiles.update, 'invalid_name', { name: messages.signUpUserName }),
  studentPasswordCommon: refusal(students.updatePassword, 'invalid_request', { password: refusals.commonPassword }),
  studentUnknown: refusal(students.get, 'not_found'),

  chargedRowUnknown: refusal(charges.students, 'not_found'),
  cardExpired: refusal(payments.pay, 'card_refused', { card: refusalOf('expired_card').text }),
  keptCardUnproven: refusal(payments.pay, 'proof_needed'),
  planEndUnproven: refusal(subscriptions.cancel, 'proof_needed'),
  paymentSumChanged: refusal(payments.pay, 'payment_sum_changed'),
  paymentUnknown: refusal(payments.payment, 'not_found'),
  planIsCurrent: refusal(payments.pay, 'plan_is_current'),
  planUnpaid: refusal(subscriptions.preview, 'plan_is_overdue'),
  planRenewing: refusal(subscriptions.preview, 'plan_renewal_under_way'),
  planCardsFull: refusal(payments.pay, 'invalid_request', { card: paymentMessages.cardsFull }),

  cohortUnknown: refusal(cohorts.get, 'not_found'),
  studentUnpaid: refusal(cohorts.addStudent, 'balance_missing', { balance: chargeMessages.missing(100, 0) }),
  knownStudentUnpaid: refusal(students.addToCohort, 'balance_missing', { balance: chargeMessages.missing(100, 0) }),
  importsCohortUnknown: refusal(imports.list, 'not_found'),
  answerCorrected: refusal(examOpenAnswers.correct, 'answer_corrected'),
  answerReplaced: refusal(examOpenAnswers.correct, 'answer_replaced'),
  correctionRunning: refusal(examCorrections.undo, 'correction_running'),
  integrationCodeMissing: refusal(cohorts.update, 'invalid_request', { 'integrations.2.code': salesMessages.code }),
  integrationsTooMany: refusal(cohorts.update, 'invalid_request', { integrations: salesMessages.tooMany }),
  integrationUnproven: refusal(cohorts.update, 'proof_needed'),
  integrationGone: refusal(cohorts.update, 'invalid_request', { 'integrations.0': refusals.integrationGone }),
  moveTargetGone: refusal(moves.start, 'invalid_request', { migrateStudentsTo: refusals.cohortGone }),
  accountUnproven: refusal(salesAccounts.update, 'proof_needed'),
  accountCodeTaken: refusal(salesAccounts.update, 'invalid_request', { code: refusals.accountCodeTaken }),
  saleCohortGone: refusal(sales.replay, 'invalid_request', { school_gateway_id: refusals.cohortGone }),

  boardStale: refusal(categories.update, 'stale_version'),
  categoryTitleLong: refusal(categories.update, 'invalid_request', { categories: refusals.categoryTitleLong }),
  coursePageClosed: refusal(coursePages.get, 'degree_not_found'),
  courseUnknown: refusal(courses.get, 'degree_not_found'),
  courseStale: refusal(courses.save, 'stale_version'),
  courseTextLong: refusal(courses.save, 'invalid_request', { description: richTextLong }),
  coursePublished: refusal(courses.remove, 'course_published'),
  lessonUnknown: refusal(lessons.get, 'not_found'),
  lessonOfEdition: refusal(lessons.get, 'edition_read_only', { degree: editionMessages.readOnly('Riverside') }),
  lessonTextLong: refusal(lessons.save, 'invalid_request', { description: richTextLong }),
  videoIncomplete: refusal(videos.finish, 'upload_incomplete'),

  studentCourseUnknown: refusal(learning.course, 'degree_not_found'),
  studentCourseForbidden: refusal(learning.course, 'degree_forbidden'),
  viewedCourseShut: refusal(studentViews.course, 'degree_forbidden'),
  studentLessonUnknown: refusal(learning.lesson, 'not_found'),
  studentLessonForbidden: refusal(learning.lesson, 'degree_forbidden'),
  studentLessonLocked: refusal(learning.lesson, 'degree_lesson_locked'),
  studentLessonHeld: refusal(learning.lesson, 'degree_lesson_held'),
  markHeld: refusal(learning.complete, 'degree_lesson_held'),
  markLocked: refusal(learning.complete, 'degree_lesson_locked'),
  markWithoutPassing: refusal(learning.complete, 'assessment_needed'),
  attemptRefused: refusal(examAttempts.begin, 'attempt_refused', {
    attempt: explainAttemptRefusal({ reason: 'attempts_used', attempts: 1 }, new Date(0)),
  }),
  attemptOver: refusal(examAttempts.open, 'attempt_over'),
  practiceMoved: refusal(practice.answer, 'practice_moved'),
  attemptTakenOver: refusal(examAttempts.save, 'attempt_taken_over'),
  handInTakenOver: refusal(examAttempts.handIn, 'attempt_taken_over'),
  positionForbidden: refusal(learning.savePosition, 'degree_forbidden'),
  fileLocked: refusal(learning.fileLink, 'degree_lesson_locked'),

  certificateUnknown: refusal(certificates.verify, 'not_found'),
  certificateNotReady: refusal(certificates.pdfLink, 'certificate_not_ready'),
}
