/** A table of which rows are copied for the user whom they name. */
export interface CopiedTable {
  /** Column by which a row names the user. */
  by: string
  columns: string[]
  /** Columns that set the rows in one order, so that pages of them meet. */
  order: string[]
  /** Columns that stay, each with the reason; the school and the user are in every copy. */
  withheld?: Record<string, string>
}

const internal = 'says nothing of the user'
const secret = 'opens something'
const ofOthers = 'names another user'

/** Tables above the schools, in the order of the copy. */
export const platformCopy: Record<string, CopiedTable> = {
  users: {
    by: 'id',
    columns: [
      'email',
      'name',
      'cellphone',
      'cpf',
      'dark_mode',
      'platform_role',
      'utc_email_confirmed_on',
      'utc_created_on',
    ],
    order: ['id'],
    withheld: { password_hash: secret, is_demonstration: internal, former_of: internal },
  },
  email_changes: {
    by: 'user_id',
    columns: ['old_email', 'new_email', 'device', 'utc_asked_on', 'utc_changed_on', 'utc_undo_until', 'utc_ended_on'],
    order: ['id'],
    withheld: { id: internal, wrong_codes: internal },
  },
  account_deletions: { by: 'user_id', columns: ['utc_asked_on', 'utc_due_on'], order: ['user_id'] },
  sessions: {
    by: 'user_id',
    columns: [
      'school_id',
      'device',
      'utc_created_on',
      'utc_seen_on',
      'utc_proven_on',
      'utc_factor_proven_on',
      'utc_expires_on',
      'utc_revoked_on',
    ],
    order: ['utc_created_on', 'id'],
    withheld: { id: secret, is_factor_skipped: internal },
  },
  second_factors: {
    by: 'user_id',
    columns: ['utc_created_on', 'utc_confirmed_on'],
    order: ['user_id'],
    withheld: { sealed_secret: secret, last_step: internal },
  },
  passkeys: {
    by: 'user_id',
    columns: ['name', 'utc_created_on', 'utc_used_on'],
    order: ['utc_created_on', 'id'],
    withheld: { id: secret, public_key: secret, sign_count: internal, transports: internal },
  },
}

/** Tables of a school, in the order of the copy. */
export const schoolCopy: Record<string, CopiedTable> = {
  memberships: {
    by: 'user_id',
    columns: [
      'is_admin',
      'is_student',
      'name',
      'email',
      'cellphone',
      'origin',
      'link',
      'profile_description',
      'utc_created_on',
      'utc_entered_on',
      'utc_seen_on',
      'utc_cpf_given_on',
    ],
    order: ['user_id'],
    withheld: {
      sealed_cpf: secret,
      notes: "the school's own words, which it answers for; the file says so",
      password_hash: secret,
      access_token_hash: secret,
      profile_image_key: 'name of a file; the picture is on the page of the account',
      folded: internal,
      was_in_public_cohort: internal,
      merged_into: ofOthers,
    },
  },
  consents: {
    by: 'user_id',
    columns: ['whose', 'page', 'version', 'way', 'utc_given_on'],
    order: ['id'],
    withheld: { id: internal },
  },
  enrollments: {
    by: 'user_id',
    columns: ['cohort_id', 'origin', 'utc_created_on', 'utc_ends_on'],
    order: ['cohort_id'],
  },
  other_emails: {
    by: 'user_id',
    columns: ['email', 'utc_added_on'],
    order: ['id'],
    withheld: { id: internal, added_by: ofOthers },
  },
  enrollment_grants: {
    by: 'user_id',
    columns: [
      'cohort_id',
      'cohort_title',
      'source',
      'source_key',
      'source_line',
      'utc_starts_on',
      'utc_ends_on',
      'utc_charge_ends_on',
      'is_last_charge',
      'utc_term_starts_on',
      'utc_term_ends_on',
      'term_of',
      'utc_ended_on',
      'ended_why',
      'moved_from',
      'utc_moved_on',
    ],
    order: ['id'],
    withheld: { id: internal, granted_by: ofOthers, ended_by: ofOthers, moved_by: ofOthers, merged_from: ofOthers },
  },
  term_exceptions: {
    by: 'user_id',
    columns: ['cohort_id', 'utc_ends_on', 'utc_set_on'],
    order: ['cohort_id'],
    withheld: { set_by: ofOthers },
  },
  module_dates: {
    by: 'user_id',
    columns: ['course_id', 'module_id', 'cohort_id', 'utc_dated_on', 'utc_opened_on'],
    order: ['id'],
    withheld: { id: internal },
  },
  course_progress: {
    by: 'user_id',
    columns: ['course_id', 'utc_started_on', 'utc_completed_on', 'taken_back'],
    order: ['course_id'],
  },
  lesson_completions: {
    by: 'user_id',
    columns: ['course_id', 'lesson_id', 'utc_completed_on'],
    order: ['lesson_id'],
  },
  lesson_positions: { by: 'user_id', columns: ['lesson_id', 'position', 'utc_watched_on'], order: ['lesson_id'] },
  karma_entries: {
    by: 'user_id',
    columns: ['reason', 'subject_id', 'number', 'points', 'utc_created_on'],
    order: ['reason', 'subject_id', 'number'],
  },
  karma_totals: { by: 'user_id', columns: ['karma'], order: ['user_id'] },
  threads: {
    by: 'user_id',
    columns: ['id', 'course_id', 'lesson_id', 'message', 'utc_created_on', 'utc_answered_on'],
    order: ['id'],
    withheld: { folded: 'repeats the message for the search' },
  },
  thread_replies: {
    by: 'user_id',
    columns: ['id', 'thread_id', 'is_admin', 'message', 'utc_created_on'],
    order: ['id'],
  },
  bookmarks: {
    by: 'user_id',
    columns: ['course_id', 'lesson_id', 'utc_created_on'],
    order: ['id'],
    withheld: { id: internal },
  },
  certificate_records: {
    by: 'user_id',
    columns: [
      'course_id',
      'register_number',
      'register_book',
      'utc_revoked_on',
      'revoked_why',
      'shows_hours',
      'shows_syllabus',
      'utc_student_reissued_on',
      'held_why',
      'utc_created_on',
    ],
    order: ['id'],
    withheld: { id: internal, template_id: internal, revoked_by: ofOthers },
  },
  certificates: {
    by: 'user_id',
    columns: ['course_id', 'number', 'code', 'facts', 'status', 'utc_completed_on', 'utc_issued_on', 'utc_replaced_on'],
    order: ['id'],
    withheld: {
      id: internal,
      record_id: internal,
      template_id: internal,
      salt: internal,
      sealed_cpf: internal,
      storage_key: internal,
      sha256: internal,
      failure: internal,
    },
  },
  notifications: {
    by: 'user_id',
    columns: ['kind', 'subject_id', 'utc_created_on', 'utc_read_on'],
    order: ['kind', 'subject_id'],
  },
  notice_refusals: { by: 'user_id', columns: ['kind'], order: ['kind'] },
  messages: {
    by: 'user_id',
    columns: ['kind', 'status', 'outcome', 'utc_created_on', 'utc_sent_on'],
    order: ['id'],
    withheld: {
      id: internal,
      dedupe_key: internal,
      params: ofOthers,
      last_error: internal,
      run_id: internal,
      provider_id: internal,
      tries: internal,
      address_refusals: internal,
      utc_try_on: internal,
      utc_worth_until: internal,
      utc_undelivered_on: internal,
    },
  },
  files: {
    by: 'created_by',
    columns: ['purpose', 'filename', 'content_type', 'size_bytes', 'utc_created_on'],
    order: ['id'],
    withheld: { id: internal, storage_key: internal, utc_unused_on: internal },
  },
  sales: {
    by: 'buyer_email',
    columns: [
      'platform',
      'state',
      'event',
      'transaction_code',
      'buyer_name',
      'buyer_email',
      'corrected_email',
      'product_ids',
      'offer_ids',
      'product_name',
      'utc_received_on',
    ],
    order: ['id'],
    withheld: {
      id: internal,
      delivery_hash: internal,
      headers: secret,
      query: secret,
      body: "the sales platform's own call, with its secrets; it is kept for half a year",
      sealed_body: 'the same, sealed',
      account_id: internal,
      folded: internal,
      integration_id: internal,
      reason: internal,
      reason_detail: internal,
    },
  },
  import_refusals: {
    by: 'email',
    columns: ['name', 'email', 'cellphone', 'reason'],
    order: ['import_id', 'line'],
    withheld: { import_id: internal, line: internal },
  },
}
