import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { affiliateJobs } from './affiliate-jobs.ts'
import { bankJobs } from './bank-jobs.ts'
import { daily, define, definePlatform, type JobDefinition } from './job-definition.ts'
import { messageJobs } from './message-jobs.ts'
import { paymentJobs } from './payment-jobs.ts'

/** Every job there is. Start-up fails unless each has exactly one handler. */
export const jobs = {
  processImport: define({
    name: 'imports.process',
    queue: 'imports',
    payload: z.object({ importId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  changeStudents: define({
    name: 'bulk.change',
    queue: 'imports',
    payload: z.object({ changeId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  moveStudents: define({
    name: 'moves.move',
    queue: 'imports',
    payload: z.object({ moveId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  applyTerm: define({
    name: 'enrollments.apply_term',
    queue: 'imports',
    payload: z.object({ changeId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  /** A job of its own for what an integration has sold: a worker of an older release would apply it to the whole class. */
  applySoldTerm: define({
    name: 'enrollments.apply_sold_term',
    queue: 'imports',
    payload: z.object({ changeId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  undoImport: define({
    name: 'imports.undo',
    queue: 'imports',
    payload: z.object({ importId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  /** A published change may leave students with nothing more to complete. */
  completeCourse: define({
    name: 'learning.complete',
    queue: 'documents',
    payload: z.object({ courseId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  /** A saved model of certificates covers students who had finished before. */
  issueFinished: define({
    name: 'certificates.issue_finished',
    queue: 'documents',
    payload: z.object({ templateId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  reissueAll: define({
    name: 'certificates.reissue_all',
    queue: 'documents',
    payload: z.object({ reissueId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  /** The clock writes the job when the days of study that a model of certificates asks for are over; see due_jobs. */
  issueDue: define({
    name: 'certificates.issue_due',
    queue: 'documents',
    payload: z.object({}),
    attempts: 8,
    backoffMs: 60_000,
  }),
  renderCertificate: define({
    name: 'certificates.render',
    queue: 'documents',
    payload: z.object({ certificateId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  ...messageJobs,
  /** A user waits for a mail with a link. The answer must not say whether there is such a user, so the job looks. */
  answerMailRequest: definePlatform({
    name: 'sessions.answer_mail_request',
    queue: 'urgent',
    payload: z.object({
      kind: z.enum(['activation', 'recovery']),
      sealedEmail: z.string(),
      schoolId: Id.nullable(),
      minute: z.string(),
    }),
    attempts: 14,
    backoffMs: 1000,
    erasesPayload: true,
  }),
  /** A mail about a change of a user's e-mail. It goes to an address that is not their account's yet, or not any more, so no message can be it. */
  tellOfEmailChange: definePlatform({
    name: 'email_changes.tell',
    queue: 'urgent',
    payload: z.object({
      changeId: Id,
      kind: z.enum(['code', 'changed', 'restored', 'left']),
      schoolId: Id.nullable(),
    }),
    attempts: 14,
    backoffMs: 1000,
  }),
  /** Written when an e-mail changes, and runs when the old one is to be free again. */
  releaseEmail: definePlatform({
    name: 'email_changes.release',
    queue: 'documents',
    payload: z.object({ changeId: Id }),
    attempts: 14,
    backoffMs: 60_000,
  }),
  /** Rows that a school has under the e-mail that a user had go to the one that they have. */
  followEmail: define({
    name: 'email_changes.follow',
    queue: 'documents',
    payload: z.object({ userId: Id, changeIds: z.array(Id).min(1) }),
    attempts: 14,
    backoffMs: 1000,
  }),
  /** Written when a user asks for their account to be deleted, and runs on the day: there is nothing to do when they have taken it back. */
  eraseAccount: definePlatform({
    name: 'own_data.erase_account',
    queue: 'documents',
    payload: z.object({ userId: Id }),
    attempts: 14,
    backoffMs: 60_000,
  }),
  /** Their address is known to this job alone: the user is no more. */
  tellErased: definePlatform({
    name: 'own_data.tell_erased',
    queue: 'messages',
    payload: z.object({ userId: Id, sealedPerson: z.string() }),
    attempts: 14,
    backoffMs: 2000,
    erasesPayload: true,
  }),
  /** A course that came out is announced to every student who may study it. */
  announceCourse: define({
    name: 'notifications.announce_course',
    queue: 'documents',
    payload: z.object({ courseId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  /** Modules opened to students by a day or by their class's rhythm. */
  tellOfOpenings: define({
    name: 'openings.tell',
    queue: 'documents',
    payload: z.object({}),
    attempts: 8,
    backoffMs: 60_000,
    dailyHour: 8,
  }),
  /** Written by the clock some minutes after there is news; see due_jobs. */
  tellAdministrators: define({
    name: 'notices.tell',
    queue: 'messages',
    payload: z.object({}),
    attempts: 8,
    backoffMs: 10_000,
  }),
  forgetOldNotices: define({ name: 'notices.forget_old', ...daily }),
  forgetOldNotifications: define({ name: 'notifications.forget_old', ...daily }),
  removeUnusedFiles: define({ name: 'files.remove_unused', ...daily }),
  /** A file's row was deleted a day ago. */
  deleteBytes: define({
    name: 'files.delete_bytes',
    queue: 'documents',
    payload: z.object({
      files: z
        .array(z.object({ purpose: z.string(), key: z.string() }))
        .min(1)
        .max(100),
    }),
    attempts: 8,
    backoffMs: 60_000,
  }),
  removeStrayBytes: define({ name: 'files.remove_stray', ...daily }),
  dropOldVideos: define({ name: 'videos.drop_old', ...daily }),
  /** A domain may come to lead here, or stop to. */
  checkDomain: define({ name: 'domains.check', ...daily }),
  /**
   * A buyer has paid and waits. Sixteen tries outlast a platform whose payments cannot be looked up for half a day. A launch sells thousands at
   * once, so sales have a queue to themselves.
   */
  processSale: define({
    name: 'sales.process',
    queue: 'sales',
    plans: 'kept',
    payload: z.object({ saleId: Id }),
    attempts: 16,
    backoffMs: 1000,
  }),
  /** The fields of an account's deliveries have a meaning, or another one: those that opened nothing are done again. */
  repeatAccountSales: define({
    name: 'sales.repeat_account',
    queue: 'sales',
    payload: z.object({ accountId: Id }),
    attempts: 16,
    backoffMs: 1000,
  }),
  /** A class sells more than before: the sales that waited for one of these products are done again. */
  repeatSoldSales: define({
    name: 'sales.repeat_sold',
    queue: 'sales',
    payload: z.object({ cohortId: Id }),
    attempts: 16,
    backoffMs: 1000,
  }),
  /** A buyer waits for a mail. The answer must not say whether there is such a purchase, so the job looks. */
  answerPurchaseHelp: define({
    name: 'sales.answer_help',
    queue: 'urgent',
    payload: z.object({ sealedCode: z.string() }),
    attempts: 14,
    backoffMs: 1000,
    erasesPayload: true,
  }),
  /** A mail to a buyer who is no member of the school, so that no message can be theirs. */
  tellBuyer: define({
    name: 'sales.tell_buyer',
    queue: 'urgent',
    payload: z.object({ sealedMail: z.string() }),
    attempts: 14,
    backoffMs: 2000,
    erasesPayload: true,
  }),
  /** A mail to an address that a school noted as a further one of a student, or to the student: both learn of it alike. */
  tellOtherEmail: define({
    name: 'other_emails.tell',
    queue: 'urgent',
    payload: z.object({ sealedMail: z.string() }),
    attempts: 14,
    backoffMs: 2000,
    erasesPayload: true,
  }),
  /** The clock writes the job when the time of a grant is over; see due_jobs. */
  endDueGrants: define({
    name: 'enrollments.end_due',
    queue: 'documents',
    payload: z.object({}),
    attempts: 8,
    backoffMs: 60_000,
  }),
  /** The clock writes the job when the days are over within which mergings can be undone; see due_jobs. */
  settleMerges: define({
    name: 'merges.settle',
    queue: 'documents',
    payload: z.object({}),
    attempts: 8,
    backoffMs: 60_000,
  }),
  /** The clock writes the job some days before the term of a student is over; see due_jobs. */
  tellOfEnds: define({
    name: 'enrollments.tell_ends',
    queue: 'documents',
    payload: z.object({}),
    attempts: 8,
    backoffMs: 60_000,
  }),
  forgetOldSales: define({ name: 'sales.forget_old', ...daily }),
  settleSalesReport: define({
    name: 'sales_reports.settle',
    queue: 'imports',
    payload: z.object({ reportId: Id }),
    attempts: 8,
    backoffMs: 1000,
  }),
  forgetOldSalesReports: define({ name: 'sales_reports.forget_old', ...daily }),
  ...affiliateJobs,
  ...paymentJobs,
  ...bankJobs,
  forgetOldKeys: define({ name: 'making_keys.forget', ...daily }),
}

export const allJobs: JobDefinition[] = Object.values(jobs)
