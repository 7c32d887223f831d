// Written by `pnpm db:generate` from the migrated database; never by hand.
import type { ColumnType, GeneratedAlways } from 'kysely'

export type Json = unknown

export interface AccessApiHashesTable {
  school_id: ColumnType<string, string | undefined, string>
  token_hash: ColumnType<string, string, string>
  integration_id: ColumnType<string, string, string>
  utc_expires_on: ColumnType<Date, Date | string, Date | string>
}

export interface AccessApiIntegrationsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  cohort_id: ColumnType<string, string, string>
  hash: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  is_single_use: ColumnType<boolean, boolean | undefined, boolean>
}

export interface AccessApiKeysTable {
  school_id: ColumnType<string, string | undefined, string>
  key: ColumnType<string, string, string>
  sealed_secret: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
}

export interface AccessApiSignaturesTable {
  school_id: ColumnType<string, string | undefined, string>
  token_hash: ColumnType<string, string, string>
  utc_first_used_on: ColumnType<Date, Date | string, Date | string>
  utc_last_used_on: ColumnType<Date, Date | string, Date | string>
}

export interface AccessApiTokensTable {
  school_id: ColumnType<string, string | undefined, string>
  token_hash: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  utc_expires_on: ColumnType<Date, Date | string, Date | string>
  is_single_use: ColumnType<boolean, boolean | undefined, boolean>
  utc_used_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface AccountDeletionsTable {
  user_id: ColumnType<string, string, string>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  utc_due_on: ColumnType<Date, Date | string, Date | string>
}

export interface AdminNoticesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  kind: ColumnType<string, string, string>
  subject_id: ColumnType<string, string, string>
  group_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_told_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface AffiliatePlanCoursesTable {
  school_id: ColumnType<string, string | undefined, string>
  plan_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
}

export interface AffiliatePlansTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  title: ColumnType<string, string | undefined, string>
  all_courses: ColumnType<boolean, boolean | undefined, boolean>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
}

export interface AffiliatesTable {
  school_id: ColumnType<string, string | undefined, string>
  affiliate_id: ColumnType<string, string, string>
  plan_id: ColumnType<string | null, string | null | undefined, string | null>
  invitation: ColumnType<number, number | undefined, number>
  utc_invited_on: ColumnType<Date, Date | string, Date | string>
  utc_approved_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_declined_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_removed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  name: ColumnType<string, string, string>
  email: ColumnType<string, string | undefined, string>
  cellphone: ColumnType<string, string | undefined, string>
  namespace: ColumnType<string | null, string | null | undefined, string | null>
  domain: ColumnType<string | null, string | null | undefined, string | null>
  logo_wide_key: ColumnType<string | null, string | null | undefined, string | null>
  logo_dark_wide_key: ColumnType<string | null, string | null | undefined, string | null>
  students: ColumnType<number | null, number | null | undefined, number | null>
  finished: ColumnType<number | null, number | null | undefined, number | null>
  certificates: ColumnType<number | null, number | null | undefined, number | null>
  utc_counted_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface BookmarksTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
  lesson_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
}

export interface BulkChangesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  action: ColumnType<string, string, string>
  cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  selection: ColumnType<Json, string | null | undefined, string | null>
  total: ColumnType<number, number, number>
  changed: ColumnType<number, number | undefined, number>
  unchanged: ColumnType<number, number | undefined, number>
  cohort_full: ColumnType<number, number | undefined, number>
  enrollment_closed: ColumnType<number, number | undefined, number>
  administrators: ColumnType<number, number | undefined, number>
  mail_limit: ColumnType<number, number | undefined, number>
  last_user_id: ColumnType<string, string | undefined, string>
  asked_by: ColumnType<string, string, string>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  from_cohort_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface CardConsentsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  method_id: ColumnType<string, string, string>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  version: ColumnType<number, number, number>
  text: ColumnType<string, string, string>
  utc_given_on: ColumnType<Date, Date | string, Date | string>
}

export interface CardTriesTable {
  school_id: ColumnType<string, string | undefined, string>
  kind: ColumnType<string, string, string>
  key: ColumnType<string, string, string>
  utc_tried_on: ColumnType<Date, Date | string, Date | string>
}

export interface CategoriesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  title: ColumnType<string, string | undefined, string>
  position: ColumnType<number, number | undefined, number>
}

export interface CertificateCoursesTable {
  school_id: ColumnType<string, string | undefined, string>
  certificate_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
}

export interface CertificateRecordsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  template_id: ColumnType<string | null, string | null | undefined, string | null>
  register_number: ColumnType<number | null, number | null | undefined, number | null>
  register_book: ColumnType<number | null, number | null | undefined, number | null>
  utc_revoked_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  revoked_why: ColumnType<string, string | undefined, string>
  revoked_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  shows_hours: ColumnType<boolean, boolean | undefined, boolean>
  shows_syllabus: ColumnType<boolean, boolean | undefined, boolean>
  utc_student_reissued_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  held_why: ColumnType<string | null, string | null | undefined, string | null>
}

export interface CertificateRegistersTable {
  school_id: ColumnType<string, string | undefined, string>
  last_number: ColumnType<number, number | undefined, number>
}

export interface CertificateReissueRefusalsTable {
  school_id: ColumnType<string, string | undefined, string>
  reissue_id: ColumnType<string, string, string>
  record_id: ColumnType<string, string, string>
  why: ColumnType<string, string, string>
}

export interface CertificateReissuesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  template_id: ColumnType<string, string, string>
  until_record_id: ColumnType<string, string, string>
  total: ColumnType<number, number, number>
  done: ColumnType<number, number | undefined, number>
  reissued: ColumnType<number, number | undefined, number>
  last_record_id: ColumnType<string, string | undefined, string>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface CertificateSignersTable {
  school_id: ColumnType<string, string | undefined, string>
  template_id: ColumnType<string, string, string>
  position: ColumnType<number, number, number>
  name: ColumnType<string, string, string>
  role: ColumnType<string, string | undefined, string>
  signature_key: ColumnType<string | null, string | null | undefined, string | null>
}

export interface CertificateTemplateCoursesTable {
  school_id: ColumnType<string, string | undefined, string>
  template_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
  course_title: ColumnType<string, string | undefined, string>
}

export interface CertificateTemplatesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  title: ColumnType<string, string | undefined, string>
  all_courses: ColumnType<boolean, boolean | undefined, boolean>
  is_automatic: ColumnType<boolean, boolean | undefined, boolean>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  kind: ColumnType<string, string | undefined, string>
  sum_minutes: ColumnType<number | null, number | null | undefined, number | null>
  layout: ColumnType<string, string | undefined, string>
  has_syllabus: ColumnType<boolean, boolean | undefined, boolean>
  min_days: ColumnType<number, number | undefined, number>
  utc_saved_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  min_mark: ColumnType<number | null, number | null | undefined, number | null>
  shows_mark: ColumnType<boolean, boolean | undefined, boolean>
}

export interface CertificatesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  number: ColumnType<number, number, number>
  code: ColumnType<string, string, string>
  status: ColumnType<string, string | undefined, string>
  storage_key: ColumnType<string | null, string | null | undefined, string | null>
  sha256: ColumnType<string | null, string | null | undefined, string | null>
  utc_completed_on: ColumnType<Date, Date | string, Date | string>
  utc_issued_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_replaced_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  record_id: ColumnType<string | null, string | null | undefined, string | null>
  facts: ColumnType<Json, string | null, string | null>
  template_id: ColumnType<string | null, string | null | undefined, string | null>
  salt: ColumnType<string | null, string | null | undefined, string | null>
  sealed_cpf: ColumnType<string | null, string | null | undefined, string | null>
}

export interface CohortContentsTable {
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  course_title: ColumnType<string | null, string | null | undefined, string | null>
  utc_cohort_created_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_own: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
  is_hidden: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
  utc_published_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface CohortCoursesTable {
  school_id: ColumnType<string, string | undefined, string>
  cohort_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
}

export interface CohortOpeningsTable {
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  course_title: ColumnType<string | null, string | null | undefined, string | null>
  utc_cohort_created_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_own: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
}

export interface CohortsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  title: ColumnType<string, string | undefined, string>
  is_public: ColumnType<boolean, boolean | undefined, boolean>
  all_courses: ColumnType<boolean, boolean | undefined, boolean>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  is_hidden: ColumnType<boolean, boolean | undefined, boolean>
  term: ColumnType<Json, string | null | undefined, string | null>
  seats: ColumnType<number | null, number | null | undefined, number | null>
  utc_enrolls_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_sales_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_archived_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ConsentsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string, string, string>
  whose: ColumnType<string, string, string>
  page: ColumnType<string, string, string>
  version: ColumnType<number, number, number>
  way: ColumnType<string, string, string>
  utc_given_on: ColumnType<Date, Date | string, Date | string>
}

export interface CountedStudentsTable {
  school_id: ColumnType<string, string | undefined, string>
  month: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  place: ColumnType<number, number | undefined, number>
  cents: ColumnType<number, number | undefined, number>
  utc_counted_on: ColumnType<Date, Date | string, Date | string>
  utc_returned_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_covered_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface CourseAnnouncementsTable {
  school_id: ColumnType<string, string | undefined, string>
  course_id: ColumnType<string, string, string>
  last_user_id: ColumnType<string, string | undefined, string>
}

export interface CourseOpeningsTable {
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_enrolled_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_cohort_created_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_own: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
}

export interface CoursePagesTable {
  school_id: ColumnType<string, string | undefined, string>
  course_id: ColumnType<string, string, string>
  teacher: ColumnType<string, string | undefined, string>
  utc_opened_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface CourseProgressTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
  utc_started_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_completed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  taken_back: ColumnType<string[], string[] | undefined, string[]>
  opened: ColumnType<string[], string[] | undefined, string[]>
}

export interface CoursesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  link: ColumnType<string, string, string>
  category_id: ColumnType<string | null, string | null | undefined, string | null>
  position: ColumnType<number, number | undefined, number>
  title: ColumnType<string, string | undefined, string>
  description_title: ColumnType<string, string | undefined, string>
  description: ColumnType<string, string | undefined, string>
  workload_minutes: ColumnType<number, number | undefined, number>
  landing_page_url: ColumnType<string, string | undefined, string>
  no_dripping: ColumnType<boolean, boolean | undefined, boolean>
  dripping_what: ColumnType<string, string | undefined, string>
  dripping_when: ColumnType<string, string | undefined, string>
  is_private: ColumnType<boolean, boolean | undefined, boolean>
  is_visible: ColumnType<boolean, boolean | undefined, boolean>
  hide_to_affiliates: ColumnType<boolean, boolean | undefined, boolean>
  has_comments: ColumnType<boolean, boolean | undefined, boolean>
  cover_key: ColumnType<string | null, string | null | undefined, string | null>
  module_order: ColumnType<string[], string[] | undefined, string[]>
  draft: ColumnType<Json, string | null | undefined, string | null>
  version: ColumnType<number, number | undefined, number>
  utc_published_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  link_fixed: ColumnType<boolean, boolean | undefined, boolean>
  franchisor_id: ColumnType<string | null, string | null | undefined, string | null>
  published_version: ColumnType<string, string | undefined, string>
  in_order: ColumnType<boolean, boolean | undefined, boolean>
  has_practice: ColumnType<boolean, boolean | undefined, boolean>
}

export interface CredentialKeysTable {
  id: ColumnType<string, string, string>
  kid: ColumnType<string, string, string>
  public_jwk: ColumnType<Json, string | null, string | null>
  sealed_private_key: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_retired_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface DomainUsesTable {
  school_id: ColumnType<string, string | undefined, string>
  domain: ColumnType<string, string, string>
  utc_from: ColumnType<Date, Date | string, Date | string>
  utc_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface DueJobsTable {
  school_id: ColumnType<string, string | undefined, string>
  name: ColumnType<string, string, string>
  utc_due_on: ColumnType<Date, Date | string, Date | string>
}

export interface EditionFilesTable {
  school_id: ColumnType<string, string | undefined, string>
  course_id: ColumnType<string, string, string>
  file_id: ColumnType<string, string, string>
  franchisor_id: ColumnType<string, string, string>
  purpose: ColumnType<string, string, string>
  storage_key: ColumnType<string, string, string>
  filename: ColumnType<string, string, string>
  content_type: ColumnType<string, string, string>
  size_bytes: ColumnType<string, string, string>
}

export interface EditionsTable {
  school_id: ColumnType<string, string | undefined, string>
  course_id: ColumnType<string, string, string>
  is_open: ColumnType<boolean, boolean | undefined, boolean>
  is_gone: ColumnType<boolean, boolean | undefined, boolean>
  version: ColumnType<string, string | undefined, string>
  utc_published_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_copied_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  category_title: ColumnType<string, string | undefined, string>
}

export interface EmailChangesTable {
  id: GeneratedAlways<string>
  user_id: ColumnType<string, string, string>
  old_email: ColumnType<string, string | undefined, string>
  new_email: ColumnType<string, string, string>
  device: ColumnType<string, string, string>
  wrong_codes: ColumnType<number, number | undefined, number>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  utc_changed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_undo_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface EmailTokensTable {
  token_hash: ColumnType<string, string, string>
  purpose: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_expires_on: ColumnType<Date, Date | string, Date | string>
  utc_used_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  passkey_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface EnrollmentGrantsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  cohort_id: ColumnType<string, string, string>
  cohort_title: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string, string, string>
  source: ColumnType<string, string, string>
  source_key: ColumnType<string, string | undefined, string>
  granted_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_starts_on: ColumnType<Date, Date | string, Date | string>
  utc_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_why: ColumnType<string | null, string | null | undefined, string | null>
  ended_by: ColumnType<string | null, string | null | undefined, string | null>
  moved_from: ColumnType<string[], string[] | undefined, string[]>
  utc_moved_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  moved_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_term_starts_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_term_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  term_of: ColumnType<string, string | undefined, string>
  utc_charge_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  merged_from: ColumnType<string[], string[] | undefined, string[]>
  is_last_charge: ColumnType<boolean, boolean | undefined, boolean>
  source_line: ColumnType<number | null, number | null | undefined, number | null>
  utc_resumed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface EnrollmentsTable {
  school_id: ColumnType<string, string | undefined, string>
  cohort_id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  origin: ColumnType<string, string | undefined, string>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ErasedPeopleTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
}

export interface ExamAnswersTable {
  school_id: ColumnType<string, string | undefined, string>
  attempt_id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  place: ColumnType<number, number, number>
  is_late: ColumnType<boolean, boolean | undefined, boolean>
  epoch: ColumnType<number, number, number>
  number: ColumnType<number, number, number>
  answer: ColumnType<Json, string | null | undefined, string | null>
  utc_saved_on: ColumnType<Date, Date | string, Date | string>
  counted_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_counted_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ExamAttemptsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  exam_id: ColumnType<string, string, string>
  publication: ColumnType<number, number, number>
  user_id: ColumnType<string, string, string>
  seed: ColumnType<string, string, string>
  asked: ColumnType<Json, string | null, string | null>
  epoch: ColumnType<number, number | undefined, number>
  utc_begun_on: ColumnType<Date, Date | string, Date | string>
  utc_look_on: ColumnType<Date, Date | string, Date | string>
  utc_handed_in_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  handed_in_how: ColumnType<string | null, string | null | undefined, string | null>
  points: ColumnType<number | null, number | null | undefined, number | null>
  total: ColumnType<number | null, number | null | undefined, number | null>
  earned: ColumnType<number[] | null, number[] | null | undefined, number[] | null>
}

export interface ExamExceptionsTable {
  school_id: ColumnType<string, string | undefined, string>
  exam_id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  more_attempts: ColumnType<number, number, number>
  more_minutes: ColumnType<number, number, number>
  utc_closes_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  set_by: ColumnType<string, string, string>
  utc_set_on: ColumnType<Date, Date | string, Date | string>
}

export interface ExamImportItemsTable {
  school_id: ColumnType<string, string | undefined, string>
  import_id: ColumnType<string, string, string>
  number: ColumnType<number, number, number>
  line: ColumnType<number, number, number>
  title: ColumnType<string, string, string>
  verdict: ColumnType<string, string, string>
  problems: ColumnType<Json, string | null | undefined, string | null>
  notes: ColumnType<string[], string[] | undefined, string[]>
}

export interface ExamImportedQuestionsTable {
  school_id: ColumnType<string, string | undefined, string>
  import_id: ColumnType<string, string, string>
  number: ColumnType<number, number, number>
  question_id: ColumnType<string, string, string>
}

export interface ExamImportsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  filename: ColumnType<string, string, string>
  format: ColumnType<string, string, string>
  file_id: ColumnType<string | null, string | null | undefined, string | null>
  status: ColumnType<string, string | undefined, string>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  processed: ColumnType<number, number | undefined, number>
  fresh: ColumnType<number, number | undefined, number>
  known: ColumnType<number, number | undefined, number>
  refused: ColumnType<number, number | undefined, number>
  noted: ColumnType<number, number | undefined, number>
  filing: ColumnType<Json, string | null | undefined, string | null>
  written: ColumnType<number, number | undefined, number>
  created_by: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_finished_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undone_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_undone_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ExamKeyCorrectionsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  question_id: ColumnType<string, string, string>
  version: ColumnType<number, number, number>
  versions: ColumnType<number[], number[], number[]>
  wrong: ColumnType<Json, string | null, string | null>
  answer: ColumnType<Json, string | null, string | null>
  made_version: ColumnType<number | null, number | null | undefined, number | null>
  corrected_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_corrected_on: ColumnType<Date, Date | string, Date | string>
  undone_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_undone_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  franchisor_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface ExamMarksTable {
  school_id: ColumnType<string, string | undefined, string>
  exam_id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  points: ColumnType<number | null, number | null | undefined, number | null>
  total: ColumnType<number | null, number | null | undefined, number | null>
  attempts: ColumnType<number, number | undefined, number>
  utc_passed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ExamOpenAnswersTable {
  school_id: ColumnType<string, string | undefined, string>
  attempt_id: ColumnType<string, string, string>
  place: ColumnType<number, number, number>
  user_id: ColumnType<string, string, string>
  exam_id: ColumnType<string, string, string>
  question_id: ColumnType<string, string, string>
  utc_handed_in_on: ColumnType<Date, Date | string, Date | string>
  earned: ColumnType<number | null, number | null | undefined, number | null>
  comment: ColumnType<string, string | undefined, string>
  corrected_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_corrected_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ExamPublicationQuestionsTable {
  school_id: ColumnType<string, string | undefined, string>
  exam_id: ColumnType<string, string, string>
  number: ColumnType<number, number, number>
  question_id: ColumnType<string, string, string>
  version: ColumnType<number, number, number>
}

export interface ExamPublicationsTable {
  school_id: ColumnType<string, string | undefined, string>
  exam_id: ColumnType<string, string, string>
  number: ColumnType<number, number, number>
  settings: ColumnType<Json, string | null, string | null>
  parts: ColumnType<Json, string | null, string | null>
  utc_published_on: ColumnType<Date, Date | string, Date | string>
}

export interface ExamQuestionSumsTable {
  school_id: ColumnType<string, string | undefined, string>
  exam_id: ColumnType<string, string, string>
  question_id: ColumnType<string, string, string>
  version: ColumnType<number, number, number>
  attempts: ColumnType<string, string | undefined, string>
  right_attempts: ColumnType<string, string | undefined, string>
  chosen: ColumnType<Json, string | null | undefined, string | null>
  rest: ColumnType<string, string | undefined, string>
  rest_squares: ColumnType<string, string | undefined, string>
  rest_of_right: ColumnType<string, string | undefined, string>
}

export interface ExamQuestionVersionsTable {
  school_id: ColumnType<string, string | undefined, string>
  question_id: ColumnType<string, string, string>
  number: ColumnType<number, number, number>
  content: ColumnType<Json, string | null, string | null>
  pictures: ColumnType<string[], string[] | undefined, string[]>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
}

export interface ExamQuestionsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  difficulty: ColumnType<string, string, string>
  tags: ColumnType<string[], string[] | undefined, string[]>
  is_archived: ColumnType<boolean, boolean | undefined, boolean>
  version: ColumnType<number, number | undefined, number>
  kind: ColumnType<string, string, string>
  summary: ColumnType<string, string, string>
  folded: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_changed_on: ColumnType<Date, Date | string, Date | string>
  franchisor_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface ExamRegradedAttemptsTable {
  school_id: ColumnType<string, string | undefined, string>
  correction_id: ColumnType<string, string, string>
  attempt_id: ColumnType<string, string, string>
  points: ColumnType<number, number, number>
  earned: ColumnType<number[] | null, number[] | null | undefined, number[] | null>
  has_passed: ColumnType<boolean, boolean | undefined, boolean>
}

export interface ExamsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  course_id: ColumnType<string, string, string>
  lesson_id: ColumnType<string, string, string>
  plan: ColumnType<Json, string | null, string | null>
  version: ColumnType<number, number | undefined, number>
  publication: ColumnType<number | null, number | null | undefined, number | null>
  published_plan: ColumnType<Json, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_changed_on: ColumnType<Date, Date | string, Date | string>
}

export interface FamiliarAddressesTable {
  user_id: ColumnType<string, string, string>
  address_hash: ColumnType<string, string, string>
  utc_proven_on: ColumnType<Date, Date | string | undefined, Date | string>
}

export interface FilesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  purpose: ColumnType<string, string, string>
  storage_key: ColumnType<string, string, string>
  filename: ColumnType<string, string, string>
  content_type: ColumnType<string, string, string>
  size_bytes: ColumnType<string, string, string>
  created_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_unused_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface FinalEndingsTable {
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  id: ColumnType<string | null, string | null | undefined, string | null>
  cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_starts_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface FormerNamespacesTable {
  namespace: ColumnType<string, string, string>
  school_id: ColumnType<string, string, string>
  utc_released_on: ColumnType<Date, Date | string, Date | string>
}

export interface FranchisorsTable {
  school_id: ColumnType<string, string | undefined, string>
  franchisor_id: ColumnType<string, string, string>
  invitation: ColumnType<number, number, number>
  utc_invited_on: ColumnType<Date, Date | string, Date | string>
  utc_approved_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_declined_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_removed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  name: ColumnType<string, string, string>
  email: ColumnType<string, string | undefined, string>
  cellphone: ColumnType<string, string | undefined, string>
  logo_wide_key: ColumnType<string | null, string | null | undefined, string | null>
  logo_dark_wide_key: ColumnType<string | null, string | null | undefined, string | null>
  plan_title: ColumnType<string, string | undefined, string>
  plan_courses: ColumnType<number, number | undefined, number>
}

export interface IdempotencyKeysTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  key: ColumnType<string, string, string>
  made: ColumnType<Json, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  sent_hash: ColumnType<string | null, string | null | undefined, string | null>
}

export interface ImportRefusalsTable {
  school_id: ColumnType<string, string | undefined, string>
  import_id: ColumnType<string, string, string>
  line: ColumnType<number, number, number>
  name: ColumnType<string, string, string>
  email: ColumnType<string, string, string>
  cellphone: ColumnType<string, string, string>
  reason: ColumnType<string, string, string>
}

export interface ImportsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  cohort_id: ColumnType<string, string, string>
  filename: ColumnType<string, string, string>
  file_id: ColumnType<string, string, string>
  total_students: ColumnType<number, number, number>
  status: ColumnType<string, string | undefined, string>
  processed: ColumnType<number, number | undefined, number>
  created: ColumnType<number, number | undefined, number>
  enrolled: ColumnType<number, number | undefined, number>
  unchanged: ColumnType<number, number | undefined, number>
  refused: ColumnType<number, number | undefined, number>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  created_by: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_finished_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_settled_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undo_status: ColumnType<string | null, string | null | undefined, string | null>
  undo_total: ColumnType<number, number | undefined, number>
  undo_left: ColumnType<number, number | undefined, number>
  undo_kept: ColumnType<number, number | undefined, number>
  undone_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_undone_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  renews: ColumnType<boolean, boolean | undefined, boolean>
}

export interface KarmaEntriesTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  reason: ColumnType<string, string, string>
  subject_id: ColumnType<string, string, string>
  number: ColumnType<number, number, number>
  points: ColumnType<number, number, number>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
}

export interface KarmaTotalsTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  karma: ColumnType<number, number, number>
}

export interface LedgerMonthsTable {
  school_id: ColumnType<string, string | undefined, string>
  month: ColumnType<string, string, string>
  account: ColumnType<string, string, string>
  cents: ColumnType<string, string, string>
}

export interface LedgerMovementsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  number: ColumnType<string, string, string>
  key: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  reason: ColumnType<string, string | undefined, string>
  booked_by: ColumnType<string | null, string | null | undefined, string | null>
  balance_cents: ColumnType<string, string, string>
  points: ColumnType<string, string, string>
  utc_booked_on: ColumnType<Date, Date | string, Date | string>
  payment_id: ColumnType<string | null, string | null | undefined, string | null>
  item: ColumnType<string, string | undefined, string>
  quantity: ColumnType<number, number | undefined, number>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  statement_row: ColumnType<string, string, string>
  begins_row: ColumnType<boolean, boolean | undefined, boolean>
  day_row: ColumnType<string, string | undefined, string>
  day_cents: ColumnType<string, string | undefined, string>
  day_quantity: ColumnType<number, number | undefined, number>
}

export interface LedgerTransfersTable {
  school_id: ColumnType<string, string | undefined, string>
  movement_id: ColumnType<string, string, string>
  position: ColumnType<number, number, number>
  from_account: ColumnType<string, string, string>
  to_account: ColumnType<string, string, string>
  unit: ColumnType<string, string, string>
  amount: ColumnType<string, string, string>
}

export interface LessonCompletionsTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  lesson_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
  utc_completed_on: ColumnType<Date, Date | string | undefined, Date | string>
}

export interface LessonPositionsTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  lesson_id: ColumnType<string, string, string>
  position: ColumnType<number, number, number>
  utc_watched_on: ColumnType<Date, Date | string, Date | string>
}

export interface LessonsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  course_id: ColumnType<string, string, string>
  link: ColumnType<string, string, string>
  title: ColumnType<string, string | undefined, string>
  description: ColumnType<string, string | undefined, string>
  main_media_url: ColumnType<string, string | undefined, string>
  main_media_duration: ColumnType<number, number | undefined, number>
  files: ColumnType<Json, string | null | undefined, string | null>
  external_links: ColumnType<Json, string | null | undefined, string | null>
  is_private: ColumnType<boolean, boolean | undefined, boolean>
  is_visible: ColumnType<boolean, boolean | undefined, boolean>
  draft: ColumnType<Json, string | null | undefined, string | null>
  version: ColumnType<number, number | undefined, number>
  utc_published_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  link_fixed: ColumnType<boolean, boolean | undefined, boolean>
}

export interface LivingEnrollmentsTable {
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  origin: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface MailRefusalsTable {
  id: GeneratedAlways<string>
  school_id: ColumnType<string, string, string>
  mail: ColumnType<string, string, string>
  counts_for_all: ColumnType<boolean, boolean | undefined, boolean>
  counts_for_school: ColumnType<boolean, boolean | undefined, boolean>
  utc_refused_on: ColumnType<Date, Date | string, Date | string>
}

export interface MailStoppedTable {
  school_id: ColumnType<string, string, string>
  words: ColumnType<string, string, string>
  is_away: ColumnType<boolean, boolean | undefined, boolean>
  probes: ColumnType<number, number | undefined, number>
  utc_since: ColumnType<Date, Date | string, Date | string>
  utc_probe_on: ColumnType<Date, Date | string, Date | string>
}

export interface MembershipsTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  is_admin: ColumnType<boolean, boolean | undefined, boolean>
  is_student: ColumnType<boolean, boolean | undefined, boolean>
  name: ColumnType<string, string, string>
  email: ColumnType<string, string, string>
  cellphone: ColumnType<string, string | undefined, string>
  origin: ColumnType<string, string | undefined, string>
  notes: ColumnType<string, string | undefined, string>
  link: ColumnType<string, string | undefined, string>
  password_hash: ColumnType<string | null, string | null | undefined, string | null>
  access_token_hash: ColumnType<string | null, string | null | undefined, string | null>
  profile_description: ColumnType<string, string | undefined, string>
  profile_image_key: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  folded: GeneratedAlways<string>
  was_in_public_cohort: ColumnType<boolean, boolean | undefined, boolean>
  utc_entered_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  merged_into: ColumnType<string | null, string | null | undefined, string | null>
  sealed_cpf: ColumnType<string | null, string | null | undefined, string | null>
  utc_cpf_given_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_seen_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  phone_e164: ColumnType<string | null, string | null | undefined, string | null>
  phone_read_from: ColumnType<string | null, string | null | undefined, string | null>
  phone_confirmed: ColumnType<string | null, string | null | undefined, string | null>
  email_confirmed: ColumnType<string | null, string | null | undefined, string | null>
  team_roles: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  may_publish: ColumnType<boolean, boolean | undefined, boolean>
}

export interface MergedRowsTable {
  school_id: ColumnType<string, string | undefined, string>
  merge_id: ColumnType<string, string, string>
  table_name: ColumnType<string, string, string>
  row: ColumnType<Json, string | null, string | null>
}

export interface MergesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string, string, string>
  into_user_id: ColumnType<string, string, string>
  is_correction: ColumnType<boolean, boolean, boolean>
  made_place: ColumnType<boolean, boolean, boolean>
  karma: ColumnType<number, number, number>
  notes_before: ColumnType<string, string, string>
  merged_by: ColumnType<string, string, string>
  utc_merged_on: ColumnType<Date, Date | string, Date | string>
  utc_undo_until: ColumnType<Date, Date | string, Date | string>
  utc_undone_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undone_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_settled_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface MessagesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  dedupe_key: ColumnType<string, string, string>
  params: ColumnType<Json, string | null | undefined, string | null>
  status: ColumnType<string, string | undefined, string>
  last_error: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_sent_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  run_id: ColumnType<string | null, string | null | undefined, string | null>
  outcome: ColumnType<string | null, string | null | undefined, string | null>
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  tries: ColumnType<number, number | undefined, number>
  address_refusals: ColumnType<number, number | undefined, number>
  utc_try_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_worth_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_undelivered_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ModuleDatesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  course_id: ColumnType<string, string, string>
  module_id: ColumnType<string | null, string | null | undefined, string | null>
  cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_dated_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_opened_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ModulesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  course_id: ColumnType<string, string, string>
  title: ColumnType<string, string, string>
  always_available: ColumnType<boolean, boolean | undefined, boolean>
  lesson_order: ColumnType<string[], string[] | undefined, string[]>
  draft: ColumnType<Json, string | null | undefined, string | null>
}

export interface MovesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  cohort_id: ColumnType<string, string, string>
  target_id: ColumnType<string, string, string>
  utc_enrolled_until: ColumnType<Date, Date | string, Date | string>
  total: ColumnType<number, number, number>
  moved: ColumnType<number, number | undefined, number>
  last_user_id: ColumnType<string, string | undefined, string>
  asked_by: ColumnType<string, string, string>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface NoticeRefusalsTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
}

export interface NotificationsTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  subject_id: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_read_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface OneTimeTokensTable {
  token_hash: ColumnType<string, string, string>
  purpose: ColumnType<string, string, string>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  session_school_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_expires_on: ColumnType<Date, Date | string, Date | string>
}

export interface OpenBookmarksTable {
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  id: ColumnType<string | null, string | null | undefined, string | null>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  lesson_id: ColumnType<string | null, string | null | undefined, string | null>
  course_link: ColumnType<string | null, string | null | undefined, string | null>
  lesson_link: ColumnType<string | null, string | null | undefined, string | null>
  title: ColumnType<string | null, string | null | undefined, string | null>
  cover_key: ColumnType<string | null, string | null | undefined, string | null>
}

export interface OpenGracesTable {
  school_id: ColumnType<string, string | undefined, string>
  plan_id: ColumnType<string, string, string>
  way: ColumnType<string, string, string>
  fault: ColumnType<string, string | undefined, string>
  utc_ends_on: ColumnType<Date, Date | string, Date | string>
}

export interface OpenNoticesTable {
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  id: ColumnType<string | null, string | null | undefined, string | null>
  kind: ColumnType<string | null, string | null | undefined, string | null>
  subject_id: ColumnType<string | null, string | null | undefined, string | null>
  group_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_told_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  title: ColumnType<string | null, string | null | undefined, string | null>
  person: ColumnType<string | null, string | null | undefined, string | null>
  cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  course_link: ColumnType<string | null, string | null | undefined, string | null>
  enrolled: ColumnType<number | null, number | null | undefined, number | null>
  refused: ColumnType<number | null, number | null | undefined, number | null>
  utc_created_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  cents: ColumnType<string | null, string | null | undefined, string | null>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface OpeningTellingsTable {
  school_id: ColumnType<string, string | undefined, string>
  utc_from: ColumnType<Date, Date | string, Date | string>
  utc_until: ColumnType<Date, Date | string, Date | string>
  last_cohort_id: ColumnType<string, string | undefined, string>
  last_user_id: ColumnType<string, string | undefined, string>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface OtherEmailsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string, string, string>
  email: ColumnType<string, string, string>
  added_by: ColumnType<string, string, string>
  utc_added_on: ColumnType<Date, Date | string, Date | string>
}

export interface OutboxTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  name: ColumnType<string, string, string>
  payload: ColumnType<Json, string | null, string | null>
  attempts: ColumnType<number, number | undefined, number>
  last_error: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_run_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_sent_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_done_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_failed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface PageVersionsTable {
  school_id: ColumnType<string, string | undefined, string>
  page: ColumnType<string, string, string>
  number: ColumnType<number, number, number>
  html: ColumnType<string, string, string>
  utc_written_on: ColumnType<Date, Date | string, Date | string>
  was_accepted: ColumnType<boolean, boolean | undefined, boolean>
}

export interface PasskeysTable {
  id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  name: ColumnType<string, string, string>
  public_key: ColumnType<string, string, string>
  sign_count: ColumnType<string, string, string>
  transports: ColumnType<string[], string[], string[]>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_used_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface PaymentMethodsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  stripe_id: ColumnType<string, string, string>
  brand: ColumnType<string, string, string>
  last_4_digits: ColumnType<string, string, string>
  expires: ColumnType<string, string, string>
  utc_saved_on: ColumnType<Date, Date | string, Date | string>
  utc_removed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface PaymentReturnsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  payment_id: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  key: ColumnType<string, string, string>
  stripe_id: ColumnType<string | null, string | null | undefined, string | null>
  cents: ColumnType<string, string, string>
  state: ColumnType<string, string, string>
  balance_cents: ColumnType<string, string | undefined, string>
  points: ColumnType<string, string | undefined, string>
  missing_cents: ColumnType<string, string | undefined, string>
  reason: ColumnType<string, string | undefined, string>
  returned_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  missing_points: ColumnType<string, string | undefined, string>
  appeals: ColumnType<number, number | undefined, number>
}

export interface PaymentsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  key: ColumnType<string, string, string>
  item: ColumnType<string, string, string>
  way: ColumnType<string, string, string>
  cents: ColumnType<string, string, string>
  status: ColumnType<string, string, string>
  attempt: ColumnType<number, number | undefined, number>
  method: ColumnType<string, string, string>
  saves_card: ColumnType<boolean, boolean, boolean>
  intent_id: ColumnType<string | null, string | null | undefined, string | null>
  invoice_id: ColumnType<string | null, string | null | undefined, string | null>
  fault: ColumnType<string, string | undefined, string>
  returned_cents: ColumnType<string, string | undefined, string>
  is_disputed: ColumnType<boolean, boolean | undefined, boolean>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_tried_on: ColumnType<Date, Date | string, Date | string>
  utc_paid_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  purpose: ColumnType<string | null, string | null | undefined, string | null>
  utc_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_look_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  month: ColumnType<string | null, string | null | undefined, string | null>
}

export interface PersonSchoolsTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  is_admin: ColumnType<boolean, boolean, boolean>
  is_student: ColumnType<boolean, boolean, boolean>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  team_roles: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  may_publish: ColumnType<boolean, boolean | undefined, boolean>
  course_ids: ColumnType<string[], string[] | undefined, string[]>
}

export interface PlatformChangesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  visit_id: ColumnType<string, string, string>
  method: ColumnType<string, string, string>
  route: ColumnType<string, string, string>
  was_refused: ColumnType<boolean, boolean | undefined, boolean>
  utc_made_on: ColumnType<Date, Date | string, Date | string>
}

export interface PlatformMailsTable {
  id: GeneratedAlways<string>
  key: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  message_id: ColumnType<string | null, string | null | undefined, string | null>
  sealed_person: ColumnType<string, string, string>
  sealed_mail: ColumnType<string | null, string | null | undefined, string | null>
  outcome: ColumnType<string | null, string | null | undefined, string | null>
  tries: ColumnType<number, number | undefined, number>
  address_refusals: ColumnType<number, number | undefined, number>
  utc_kept_on: ColumnType<Date, Date | string, Date | string>
  utc_worth_until: ColumnType<Date, Date | string, Date | string>
  utc_ends_on: ColumnType<Date, Date | string, Date | string>
}

export interface PlatformPageVersionsTable {
  page: ColumnType<string, string, string>
  number: ColumnType<number, number, number>
  html: ColumnType<string, string, string>
  utc_written_on: ColumnType<Date, Date | string, Date | string>
}

export interface PlatformVisitsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  session_id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  person_name: ColumnType<string, string, string>
  utc_began_on: ColumnType<Date, Date | string, Date | string>
  utc_seen_on: ColumnType<Date, Date | string, Date | string>
}

export interface PracticeCardsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string, string, string>
  question_id: ColumnType<string, string, string>
  exam_id: ColumnType<string, string, string>
  version: ColumnType<number, number, number>
  seed: ColumnType<string, string, string>
  turn: ColumnType<number, number, number>
  is_right: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
  memory: ColumnType<Json, string | null | undefined, string | null>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  utc_answered_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_due_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface PublishedLessonsTable {
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  module_id: ColumnType<string | null, string | null | undefined, string | null>
  module_position: ColumnType<string | null, string | null | undefined, string | null>
  lesson_id: ColumnType<string | null, string | null | undefined, string | null>
  lesson_position: ColumnType<string | null, string | null | undefined, string | null>
  is_private: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
}

export interface PurchaseFactsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  platform: ColumnType<string, string, string>
  fact_key: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  purchase_code: ColumnType<string, string | undefined, string>
  subscription_code: ColumnType<string | null, string | null | undefined, string | null>
  line: ColumnType<string, string | undefined, string>
  item_ids: ColumnType<string[], string[] | undefined, string[]>
  dropped_ids: ColumnType<string[], string[] | undefined, string[]>
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_occurred_on: ColumnType<Date, Date | string, Date | string>
  is_stated: ColumnType<boolean, boolean, boolean>
  utc_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  from_user_id: ColumnType<string | null, string | null | undefined, string | null>
  is_term: ColumnType<boolean, boolean | undefined, boolean>
}

export interface PurchaseHelpMailsTable {
  school_id: ColumnType<string, string | undefined, string>
  platform: ColumnType<string, string, string>
  purchase_code: ColumnType<string, string, string>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
}

export interface RateCountersTable {
  key_hash: ColumnType<string, string, string>
  times_ms: ColumnType<string[], string[], string[]>
  utc_ends_on: ColumnType<Date, Date | string, Date | string>
}

export interface RecoveryCodesTable {
  user_id: ColumnType<string, string, string>
  code_hash: ColumnType<string, string, string>
}

export interface ReleaseNoticesTable {
  school_id: ColumnType<string, string | undefined, string>
  kind: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
}

export interface RoleCoursesTable {
  school_id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
}

export interface RunRefusalsTable {
  school_id: ColumnType<string, string | undefined, string>
  run_id: ColumnType<string, string, string>
  record_id: ColumnType<string, string, string>
  why: ColumnType<string, string, string>
}

export interface RunsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  kind: ColumnType<string, string, string>
  subject_kind: ColumnType<string, string, string>
  subject_id: ColumnType<string | null, string | null | undefined, string | null>
  target_id: ColumnType<string | null, string | null | undefined, string | null>
  lane: ColumnType<string, string, string>
  input: ColumnType<Json, string | null | undefined, string | null>
  total: ColumnType<number, number, number>
  done: ColumnType<number, number | undefined, number>
  counts: ColumnType<Json, string | null | undefined, string | null>
  cursor: ColumnType<string, string | undefined, string>
  asked_by: ColumnType<string | null, string | null | undefined, string | null>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface SaleItemsTable {
  school_id: ColumnType<string, string | undefined, string>
  platform: ColumnType<string, string, string>
  item_id: ColumnType<string, string, string>
  utc_received_on: ColumnType<Date, Date | string, Date | string>
  sale_id: ColumnType<string, string, string>
}

export interface SalesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  platform: ColumnType<string, string, string>
  delivery_hash: ColumnType<string, string, string>
  headers: ColumnType<Json, string | null, string | null>
  query: ColumnType<Json, string | null, string | null>
  body: ColumnType<string, string, string>
  integration_id: ColumnType<string | null, string | null | undefined, string | null>
  state: ColumnType<string, string | undefined, string>
  reason: ColumnType<string, string | undefined, string>
  event: ColumnType<string, string | undefined, string>
  transaction_code: ColumnType<string, string | undefined, string>
  buyer_name: ColumnType<string, string | undefined, string>
  buyer_email: ColumnType<string, string | undefined, string>
  product_ids: ColumnType<string[], string[] | undefined, string[]>
  product_name: ColumnType<string, string | undefined, string>
  utc_received_on: ColumnType<Date, Date | string, Date | string>
  reason_detail: ColumnType<string, string | undefined, string>
  corrected_email: ColumnType<string, string | undefined, string>
  offer_ids: ColumnType<string[], string[] | undefined, string[]>
  folded: GeneratedAlways<string>
  account_id: ColumnType<string | null, string | null | undefined, string | null>
  sealed_body: ColumnType<string | null, string | null | undefined, string | null>
  chosen_cohort_id: ColumnType<string | null, string | null | undefined, string | null>
  times: ColumnType<number, number | undefined, number>
  utc_repeated_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_counts_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  waiting_ids: ColumnType<string[], string[] | undefined, string[]>
  waiting_items: ColumnType<number | null, number | null | undefined, number | null>
  buyer_phone: ColumnType<string, string | undefined, string>
  amount_cents: ColumnType<number | null, number | null | undefined, number | null>
  currency: ColumnType<string, string | undefined, string>
}

export interface SalesAccountsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  platform: ColumnType<string, string, string>
  title: ColumnType<string, string, string>
  sealed_code: ColumnType<string, string, string>
  code_hash: ColumnType<string, string, string>
  sealed_access_token: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_tested_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  proof: ColumnType<Json, string | null | undefined, string | null>
  mapping: ColumnType<Json, string | null | undefined, string | null>
  utc_refused_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface SalesIntegrationsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  cohort_id: ColumnType<string, string, string>
  product_ids: ColumnType<string[], string[], string[]>
  keeps_paid_period: ColumnType<boolean, boolean, boolean>
  account_id: ColumnType<string, string, string>
  term: ColumnType<Json, string | null | undefined, string | null>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface SalesLookupsTable {
  school_id: ColumnType<string, string | undefined, string>
  platform: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  value: ColumnType<string, string, string>
}

export interface SalesProductsTable {
  school_id: ColumnType<string, string | undefined, string>
  platform: ColumnType<string, string, string>
  product_id: ColumnType<string, string, string>
  name: ColumnType<string, string, string>
  utc_excluded_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface SalesReportRowsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  report_id: ColumnType<string, string, string>
  line: ColumnType<number, number, number>
  verdict: ColumnType<string, string, string>
  status: ColumnType<string, string, string>
  transaction_code: ColumnType<string, string, string>
  buyer_name: ColumnType<string, string, string>
  buyer_email: ColumnType<string, string, string>
  buyer_cellphone: ColumnType<string, string, string>
  product_ids: ColumnType<string[], string[], string[]>
  offer_ids: ColumnType<string[], string[], string[]>
  product_name: ColumnType<string, string, string>
  subscription_code: ColumnType<string | null, string | null | undefined, string | null>
  utc_occurred_on: ColumnType<Date, Date | string, Date | string>
  is_stated: ColumnType<boolean, boolean, boolean>
  utc_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  fact_key: ColumnType<string, string, string>
  is_known: ColumnType<boolean, boolean, boolean>
  utc_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  cohort_ids: ColumnType<string[], string[], string[]>
  reasons: ColumnType<string[], string[], string[]>
  is_asked: ColumnType<boolean, boolean | undefined, boolean>
  is_alone: ColumnType<boolean, boolean | undefined, boolean>
  chosen_cohort_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface SalesReportsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  account_id: ColumnType<string, string, string>
  filename: ColumnType<string, string, string>
  total: ColumnType<number, number, number>
  fine_paid: ColumnType<number, number, number>
  fine_ended: ColumnType<number, number, number>
  fine_over: ColumnType<number, number, number>
  given: ColumnType<number, number | undefined, number>
  ended: ColumnType<number, number | undefined, number>
  asked: ColumnType<number, number | undefined, number>
  created_by: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
}

export interface SalesTransactionsTable {
  school_id: ColumnType<string, string | undefined, string>
  platform: ColumnType<string, string, string>
  kind: ColumnType<string, string, string>
  code: ColumnType<string, string, string>
}

export interface SchoolBankTable {
  school_id: ColumnType<string, string | undefined, string>
  balance_cents: ColumnType<string, string | undefined, string>
  points: ColumnType<string, string | undefined, string>
  last_number: ColumnType<string, string | undefined, string>
  last_row: ColumnType<string, string | undefined, string>
  day: ColumnType<string, string | undefined, string>
  day_row: ColumnType<string, string | undefined, string>
  day_cents: ColumnType<string, string | undefined, string>
  day_quantity: ColumnType<number, number | undefined, number>
}

export interface SchoolDaysTable {
  school_id: ColumnType<string, string | undefined, string>
  day: ColumnType<string, string, string>
  enrollments: ColumnType<number, number, number>
  completions: ColumnType<number, number, number>
  utc_counted_on: ColumnType<Date, Date | string, Date | string>
}

export interface SchoolDomainsTable {
  domain: ColumnType<string, string, string>
  school_id: ColumnType<string, string, string>
  state: ColumnType<string, string, string>
  problem: ColumnType<string | null, string | null | undefined, string | null>
  failures: ColumnType<number, number | undefined, number>
  utc_claimed_on: ColumnType<Date, Date | string, Date | string>
  utc_checked_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_released_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  needs_txt: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
}

export interface SchoolPagesTable {
  school_id: ColumnType<string, string | undefined, string>
  page: ColumnType<string, string, string>
  html: ColumnType<string, string, string>
  utc_updated_on: ColumnType<Date, Date | string, Date | string>
}

export interface SchoolPlansTable {
  school_id: ColumnType<string, string | undefined, string>
  number: ColumnType<string, string, string>
  plan_id: ColumnType<string, string, string>
  is_blocked: ColumnType<boolean, boolean, boolean>
  utc_from: ColumnType<Date, Date | string, Date | string>
}

export interface SchoolStopsTable {
  school_id: ColumnType<string, string | undefined, string>
  course_id: ColumnType<string | null, string | null | undefined, string | null>
  students: ColumnType<number, number, number>
  stops: ColumnType<Json, string | null, string | null>
  utc_counted_on: ColumnType<Date, Date | string, Date | string>
}

export interface SchoolStorageTable {
  school_id: ColumnType<string, string | undefined, string>
  uploaded_bytes: ColumnType<string, string | undefined, string>
}

export interface SchoolsTable {
  id: GeneratedAlways<string>
  name: ColumnType<string, string, string>
  email: ColumnType<string, string | undefined, string>
  cellphone: ColumnType<string, string | undefined, string>
  namespace: ColumnType<string | null, string | null | undefined, string | null>
  domain: ColumnType<string | null, string | null | undefined, string | null>
  use_own_domain: ColumnType<boolean, boolean | undefined, boolean>
  is_private: ColumnType<boolean, boolean | undefined, boolean>
  is_blocked: ColumnType<boolean, boolean | undefined, boolean>
  is_academy: ColumnType<boolean, boolean | undefined, boolean>
  ui_theme: ColumnType<string, string | undefined, string>
  logo_square_key: ColumnType<string | null, string | null | undefined, string | null>
  logo_dark_square_key: ColumnType<string | null, string | null | undefined, string | null>
  logo_wide_key: ColumnType<string | null, string | null | undefined, string | null>
  logo_dark_wide_key: ColumnType<string | null, string | null | undefined, string | null>
  assistant_name: ColumnType<string, string | undefined, string>
  google_analytics_code: ColumnType<string, string | undefined, string>
  facebook_pixel: ColumnType<string, string | undefined, string>
  has_rank: ColumnType<boolean, boolean | undefined, boolean>
  has_notifications: ColumnType<boolean, boolean | undefined, boolean>
  has_support: ColumnType<boolean, boolean | undefined, boolean>
  has_certificate: ColumnType<boolean, boolean | undefined, boolean>
  has_affiliation: ColumnType<boolean, boolean | undefined, boolean>
  has_api: ColumnType<boolean, boolean | undefined, boolean>
  has_multiple_users: ColumnType<boolean, boolean | undefined, boolean>
  has_video_upload: ColumnType<boolean, boolean | undefined, boolean>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  assistant_avatar_key: ColumnType<string | null, string | null | undefined, string | null>
  is_domain_broken: ColumnType<boolean, boolean | undefined, boolean>
  total_students: ColumnType<number, number | undefined, number>
  balance_cents: ColumnType<string, string | undefined, string>
  folded: GeneratedAlways<string>
  blocked_reason: ColumnType<string, string | undefined, string>
  legal_name: ColumnType<string, string | undefined, string>
  tax_id: ColumnType<string, string | undefined, string>
  certificate_place: ColumnType<string, string | undefined, string>
  asks_cpf: ColumnType<boolean, boolean | undefined, boolean>
  plan_id: ColumnType<string, string | undefined, string>
  phone_e164: ColumnType<string | null, string | null | undefined, string | null>
  phone_read_from: ColumnType<string | null, string | null | undefined, string | null>
  has_ended_mails: ColumnType<boolean, boolean | undefined, boolean>
  utc_ended_mails_from: ColumnType<Date, Date | string | undefined, Date | string>
  gallery_sentence: ColumnType<string, string | undefined, string>
}

export interface SecondFactorsTable {
  user_id: ColumnType<string, string, string>
  sealed_secret: ColumnType<string, string, string>
  last_step: ColumnType<string, string | undefined, string>
  utc_created_on: ColumnType<Date, Date | string, Date | string>
  utc_confirmed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface SentSmsTable {
  school_id: ColumnType<string, string | undefined, string>
  message_id: ColumnType<string, string, string>
  provider_id: ColumnType<string, string, string>
  utc_sent_on: ColumnType<Date, Date | string, Date | string>
}

export interface SessionsTable {
  id: ColumnType<string, string | undefined, string>
  user_id: ColumnType<string, string, string>
  school_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_expires_on: ColumnType<Date, Date | string, Date | string>
  utc_revoked_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  device: ColumnType<string, string | undefined, string>
  utc_seen_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_proven_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_factor_proven_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_factor_skipped: ColumnType<boolean, boolean | undefined, boolean>
}

export interface SharedFilesTable {
  school_id: ColumnType<string, string | undefined, string>
  file_id: ColumnType<string, string, string>
  affiliate_id: ColumnType<string, string, string>
  course_id: ColumnType<string, string, string>
}

export interface StripeCustomersTable {
  school_id: ColumnType<string, string, string>
  customer_id: ColumnType<string, string, string>
  is_present: ColumnType<boolean, boolean | undefined, boolean>
}

export interface StripeEventsTable {
  event_id: ColumnType<string, string, string>
  type: ColumnType<string, string, string>
  object_id: ColumnType<string, string, string>
  utc_received_on: ColumnType<Date, Date | string, Date | string>
  utc_processed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface StudentMonthsTable {
  school_id: ColumnType<string, string | undefined, string>
  month: ColumnType<string, string, string>
  places: ColumnType<number, number | undefined, number>
  utc_as_of: ColumnType<Date, Date | string, Date | string>
  run_place: ColumnType<number, number | undefined, number>
  run_user_id: ColumnType<string, string | undefined, string>
  utc_run_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface SubscriptionsTable {
  school_id: ColumnType<string, string | undefined, string>
  plan_id: ColumnType<string, string, string>
  pays_with: ColumnType<string, string, string>
  stripe_id: ColumnType<string | null, string | null | undefined, string | null>
  item_id: ColumnType<string | null, string | null | undefined, string | null>
  method_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_paid_until: ColumnType<Date, Date | string, Date | string>
  next_plan_id: ColumnType<string, string, string>
  invoice_id: ColumnType<string | null, string | null | undefined, string | null>
  payment_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_grace_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reminders: ColumnType<number, number | undefined, number>
  utc_card_from: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  moves: ColumnType<number, number | undefined, number>
  invoice_plan_id: ColumnType<string | null, string | null | undefined, string | null>
  wished_by: ColumnType<string | null, string | null | undefined, string | null>
  left_stripe_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_charges_from: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  tries: ColumnType<number, number | undefined, number>
}

export interface TeamChangeValuesTable {
  school_id: ColumnType<string, string | undefined, string>
  change_id: ColumnType<string, string, string>
  field: ColumnType<string, string, string>
  before: ColumnType<string, string, string>
  after: ColumnType<string | null, string | null | undefined, string | null>
  subject_user_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface TeamChangesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  user_id: ColumnType<string, string, string>
  change: ColumnType<string, string, string>
  subject_kind: ColumnType<string, string | undefined, string>
  subject_id: ColumnType<string, string | undefined, string>
  subject_title: ColumnType<string, string | undefined, string>
  subject_user_id: ColumnType<string | null, string | null | undefined, string | null>
  times: ColumnType<number, number | undefined, number>
  utc_half_hour: ColumnType<Date, Date | string, Date | string>
  utc_began_on: ColumnType<Date, Date | string, Date | string>
  utc_made_on: ColumnType<Date, Date | string, Date | string>
}

export interface TermChangesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  cohort_id: ColumnType<string, string, string>
  term: ColumnType<Json, string | null | undefined, string | null>
  last_grant_id: ColumnType<string, string, string>
  total: ColumnType<number, number, number>
  done: ColumnType<number, number | undefined, number>
  last_user_id: ColumnType<string, string | undefined, string>
  utc_asked_on: ColumnType<Date, Date | string, Date | string>
  utc_ended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  asked_by: ColumnType<string | null, string | null | undefined, string | null>
  integration_id: ColumnType<string | null, string | null | undefined, string | null>
  sold: ColumnType<Json, string | null | undefined, string | null>
}

export interface TermExceptionsTable {
  school_id: ColumnType<string, string | undefined, string>
  cohort_id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  utc_ends_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  set_by: ColumnType<string, string, string>
  utc_set_on: ColumnType<Date, Date | string, Date | string>
}

export interface ThreadRepliesTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  thread_id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  is_admin: ColumnType<boolean, boolean, boolean>
  message: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
}

export interface ThreadsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  course_id: ColumnType<string, string, string>
  lesson_id: ColumnType<string, string, string>
  user_id: ColumnType<string, string, string>
  message: ColumnType<string, string, string>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  utc_answered_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  folded: GeneratedAlways<string>
}

export interface UsersTable {
  id: GeneratedAlways<string>
  email: ColumnType<string, string, string>
  name: ColumnType<string, string | undefined, string>
  password_hash: ColumnType<string | null, string | null | undefined, string | null>
  cellphone: ColumnType<string, string | undefined, string>
  cpf: ColumnType<string, string | undefined, string>
  dark_mode: ColumnType<boolean, boolean | undefined, boolean>
  platform_role: ColumnType<string, string | undefined, string>
  utc_email_confirmed_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  utc_created_on: ColumnType<Date, Date | string | undefined, Date | string>
  is_demonstration: ColumnType<boolean, boolean | undefined, boolean>
  former_of: ColumnType<string | null, string | null | undefined, string | null>
  phone_e164: ColumnType<string | null, string | null | undefined, string | null>
  phone_read_from: ColumnType<string | null, string | null | undefined, string | null>
}

export interface VideoUploadsTable {
  school_id: ColumnType<string, string | undefined, string>
  id: GeneratedAlways<string>
  created_by: ColumnType<string, string, string>
  filename: ColumnType<string, string, string>
  size_bytes: ColumnType<string, string, string>
  modified: ColumnType<string, string, string>
  part_bytes: ColumnType<number, number, number>
  storage_key: ColumnType<string, string, string>
  store_upload: ColumnType<string, string, string>
  parts: ColumnType<Json, string | null | undefined, string | null>
  content_type: ColumnType<string | null, string | null | undefined, string | null>
  file_id: ColumnType<string | null, string | null | undefined, string | null>
  utc_active_on: ColumnType<Date, Date | string, Date | string>
  utc_finishing_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

/** Which column says whose a row is. */
export const schoolColumns: Record<string, string | undefined> = {
  access_api_hashes: 'school_id',
  access_api_integrations: 'school_id',
  access_api_keys: 'school_id',
  access_api_signatures: 'school_id',
  access_api_tokens: 'school_id',
  admin_notices: 'school_id',
  affiliate_plan_courses: 'school_id',
  affiliate_plans: 'school_id',
  affiliates: 'school_id',
  bookmarks: 'school_id',
  bulk_changes: 'school_id',
  card_consents: 'school_id',
  card_tries: 'school_id',
  categories: 'school_id',
  certificate_courses: 'school_id',
  certificate_records: 'school_id',
  certificate_registers: 'school_id',
  certificate_reissue_refusals: 'school_id',
  certificate_reissues: 'school_id',
  certificate_signers: 'school_id',
  certificate_template_courses: 'school_id',
  certificate_templates: 'school_id',
  certificates: 'school_id',
  cohort_contents: 'school_id',
  cohort_courses: 'school_id',
  cohort_openings: 'school_id',
  cohorts: 'school_id',
  consents: 'school_id',
  counted_students: 'school_id',
  course_announcements: 'school_id',
  course_openings: 'school_id',
  course_pages: 'school_id',
  course_progress: 'school_id',
  courses: 'school_id',
  domain_uses: 'school_id',
  due_jobs: 'school_id',
  edition_files: 'school_id',
  editions: 'school_id',
  email_tokens: 'school_id',
  enrollment_grants: 'school_id',
  enrollments: 'school_id',
  erased_people: 'school_id',
  exam_answers: 'school_id',
  exam_attempts: 'school_id',
  exam_exceptions: 'school_id',
  exam_import_items: 'school_id',
  exam_imported_questions: 'school_id',
  exam_imports: 'school_id',
  exam_key_corrections: 'school_id',
  exam_marks: 'school_id',
  exam_open_answers: 'school_id',
  exam_publication_questions: 'school_id',
  exam_publications: 'school_id',
  exam_question_sums: 'school_id',
  exam_question_versions: 'school_id',
  exam_questions: 'school_id',
  exam_regraded_attempts: 'school_id',
  exams: 'school_id',
  files: 'school_id',
  final_endings: 'school_id',
  former_namespaces: 'school_id',
  franchisors: 'school_id',
  idempotency_keys: 'school_id',
  import_refusals: 'school_id',
  imports: 'school_id',
  karma_entries: 'school_id',
  karma_totals: 'school_id',
  ledger_months: 'school_id',
  ledger_movements: 'school_id',
  ledger_transfers: 'school_id',
  lesson_completions: 'school_id',
  lesson_positions: 'school_id',
  lessons: 'school_id',
  living_enrollments: 'school_id',
  mail_refusals: 'school_id',
  mail_stopped: 'school_id',
  memberships: 'school_id',
  merged_rows: 'school_id',
  merges: 'school_id',
  messages: 'school_id',
  module_dates: 'school_id',
  modules: 'school_id',
  moves: 'school_id',
  notice_refusals: 'school_id',
  notifications: 'school_id',
  open_bookmarks: 'school_id',
  open_graces: 'school_id',
  open_notices: 'school_id',
  opening_tellings: 'school_id',
  other_emails: 'school_id',
  outbox: 'school_id',
  page_versions: 'school_id',
  payment_methods: 'school_id',
  payment_returns: 'school_id',
  payments: 'school_id',
  person_schools: 'school_id',
  platform_changes: 'school_id',
  platform_mails: 'school_id',
  platform_visits: 'school_id',
  practice_cards: 'school_id',
  published_lessons: 'school_id',
  purchase_facts: 'school_id',
  purchase_help_mails: 'school_id',
  release_notices: 'school_id',
  role_courses: 'school_id',
  run_refusals: 'school_id',
  runs: 'school_id',
  sale_items: 'school_id',
  sales: 'school_id',
  sales_accounts: 'school_id',
  sales_integrations: 'school_id',
  sales_lookups: 'school_id',
  sales_products: 'school_id',
  sales_report_rows: 'school_id',
  sales_reports: 'school_id',
  sales_transactions: 'school_id',
  school_bank: 'school_id',
  school_days: 'school_id',
  school_domains: 'school_id',
  school_pages: 'school_id',
  school_plans: 'school_id',
  school_stops: 'school_id',
  school_storage: 'school_id',
  schools: 'id',
  sent_sms: 'school_id',
  sessions: 'school_id',
  shared_files: 'school_id',
  stripe_customers: 'school_id',
  student_months: 'school_id',
  subscriptions: 'school_id',
  team_change_values: 'school_id',
  team_changes: 'school_id',
  term_changes: 'school_id',
  term_exceptions: 'school_id',
  thread_replies: 'school_id',
  threads: 'school_id',
  video_uploads: 'school_id',
}

export interface Tables {
  access_api_hashes: AccessApiHashesTable
  access_api_integrations: AccessApiIntegrationsTable
  access_api_keys: AccessApiKeysTable
  access_api_signatures: AccessApiSignaturesTable
  access_api_tokens: AccessApiTokensTable
  account_deletions: AccountDeletionsTable
  admin_notices: AdminNoticesTable
  affiliate_plan_courses: AffiliatePlanCoursesTable
  affiliate_plans: AffiliatePlansTable
  affiliates: AffiliatesTable
  bookmarks: BookmarksTable
  bulk_changes: BulkChangesTable
  card_consents: CardConsentsTable
  card_tries: CardTriesTable
  categories: CategoriesTable
  certificate_courses: CertificateCoursesTable
  certificate_records: CertificateRecordsTable
  certificate_registers: CertificateRegistersTable
  certificate_reissue_refusals: CertificateReissueRefusalsTable
  certificate_reissues: CertificateReissuesTable
  certificate_signers: CertificateSignersTable
  certificate_template_courses: CertificateTemplateCoursesTable
  certificate_templates: CertificateTemplatesTable
  certificates: CertificatesTable
  cohort_contents: CohortContentsTable
  cohort_courses: CohortCoursesTable
  cohort_openings: CohortOpeningsTable
  cohorts: CohortsTable
  consents: ConsentsTable
  counted_students: CountedStudentsTable
  course_announcements: CourseAnnouncementsTable
  course_openings: CourseOpeningsTable
  course_pages: CoursePagesTable
  course_progress: CourseProgressTable
  courses: CoursesTable
  credential_keys: CredentialKeysTable
  domain_uses: DomainUsesTable
  due_jobs: DueJobsTable
  edition_files: EditionFilesTable
  editions: EditionsTable
  email_changes: EmailChangesTable
  email_tokens: EmailTokensTable
  enrollment_grants: EnrollmentGrantsTable
  enrollments: EnrollmentsTable
  erased_people: ErasedPeopleTable
  exam_answers: ExamAnswersTable
  exam_attempts: ExamAttemptsTable
  exam_exceptions: ExamExceptionsTable
  exam_import_items: ExamImportItemsTable
  exam_imported_questions: ExamImportedQuestionsTable
  exam_imports: ExamImportsTable
  exam_key_corrections: ExamKeyCorrectionsTable
  exam_marks: ExamMarksTable
  exam_open_answers: ExamOpenAnswersTable
  exam_publication_questions: ExamPublicationQuestionsTable
  exam_publications: ExamPublicationsTable
  exam_question_sums: ExamQuestionSumsTable
  exam_question_versions: ExamQuestionVersionsTable
  exam_questions: ExamQuestionsTable
  exam_regraded_attempts: ExamRegradedAttemptsTable
  exams: ExamsTable
  familiar_addresses: FamiliarAddressesTable
  files: FilesTable
  final_endings: FinalEndingsTable
  former_namespaces: FormerNamespacesTable
  franchisors: FranchisorsTable
  idempotency_keys: IdempotencyKeysTable
  import_refusals: ImportRefusalsTable
  imports: ImportsTable
  karma_entries: KarmaEntriesTable
  karma_totals: KarmaTotalsTable
  ledger_months: LedgerMonthsTable
  ledger_movements: LedgerMovementsTable
  ledger_transfers: LedgerTransfersTable
  lesson_completions: LessonCompletionsTable
  lesson_positions: LessonPositionsTable
  lessons: LessonsTable
  living_enrollments: LivingEnrollmentsTable
  mail_refusals: MailRefusalsTable
  mail_stopped: MailStoppedTable
  memberships: MembershipsTable
  merged_rows: MergedRowsTable
  merges: MergesTable
  messages: MessagesTable
  module_dates: ModuleDatesTable
  modules: ModulesTable
  moves: MovesTable
  notice_refusals: NoticeRefusalsTable
  notifications: NotificationsTable
  one_time_tokens: OneTimeTokensTable
  open_bookmarks: OpenBookmarksTable
  open_graces: OpenGracesTable
  open_notices: OpenNoticesTable
  opening_tellings: OpeningTellingsTable
  other_emails: OtherEmailsTable
  outbox: OutboxTable
  page_versions: PageVersionsTable
  passkeys: PasskeysTable
  payment_methods: PaymentMethodsTable
  payment_returns: PaymentReturnsTable
  payments: PaymentsTable
  person_schools: PersonSchoolsTable
  platform_changes: PlatformChangesTable
  platform_mails: PlatformMailsTable
  platform_page_versions: PlatformPageVersionsTable
  platform_visits: PlatformVisitsTable
  practice_cards: PracticeCardsTable
  published_lessons: PublishedLessonsTable
  purchase_facts: PurchaseFactsTable
  purchase_help_mails: PurchaseHelpMailsTable
  rate_counters: RateCountersTable
  recovery_codes: RecoveryCodesTable
  release_notices: ReleaseNoticesTable
  role_courses: RoleCoursesTable
  run_refusals: RunRefusalsTable
  runs: RunsTable
  sale_items: SaleItemsTable
  sales: SalesTable
  sales_accounts: SalesAccountsTable
  sales_integrations: SalesIntegrationsTable
  sales_lookups: SalesLookupsTable
  sales_products: SalesProductsTable
  sales_report_rows: SalesReportRowsTable
  sales_reports: SalesReportsTable
  sales_transactions: SalesTransactionsTable
  school_bank: SchoolBankTable
  school_days: SchoolDaysTable
  school_domains: SchoolDomainsTable
  school_pages: SchoolPagesTable
  school_plans: SchoolPlansTable
  school_stops: SchoolStopsTable
  school_storage: SchoolStorageTable
  schools: SchoolsTable
  second_factors: SecondFactorsTable
  sent_sms: SentSmsTable
  sessions: SessionsTable
  shared_files: SharedFilesTable
  stripe_customers: StripeCustomersTable
  stripe_events: StripeEventsTable
  student_months: StudentMonthsTable
  subscriptions: SubscriptionsTable
  team_change_values: TeamChangeValuesTable
  team_changes: TeamChangesTable
  term_changes: TermChangesTable
  term_exceptions: TermExceptionsTable
  thread_replies: ThreadRepliesTable
  threads: ThreadsTable
  users: UsersTable
  video_uploads: VideoUploadsTable
}
