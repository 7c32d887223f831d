/** A table whose rows change their student, each with an identity of its own. */
export interface MovedTable {
  /** Rows stay where the first student has a record of a certificate for the same; left out: all rows move. */
  unlessRecorded?: true
  /** Column of what the rows belong to: an undo gives back those made for it since, too; left out: each row that moved, by its id. */
  backBy?: string
}

/** A table of which the first student gets copies of the rows that they lack. */
export interface CopiedTable {
  columns: string[]
  /** Columns by which an undo finds a copy; left out: all of them, so that a row that was changed since stays. */
  foundBy?: string[]
}

/** Tables of which the second student's rows become the first's. */
export const movedTables: Record<string, MovedTable> = {
  threads: {},
  thread_replies: {},
  certificates: { unlessRecorded: true, backBy: 'record_id' },
  certificate_records: { unlessRecorded: true },
}

/** Tables of which rows are copied. An undo deletes the copies in this order, because progress stays while a lesson of it does. */
export const copiedTables: Record<string, CopiedTable> = {
  lesson_completions: { columns: ['lesson_id', 'course_id', 'utc_completed_on'] },
  course_progress: {
    columns: ['course_id', 'utc_started_on', 'utc_completed_on', 'taken_back'],
    foundBy: ['course_id'],
  },
  lesson_positions: { columns: ['lesson_id', 'position', 'utc_watched_on'] },
  bookmarks: { columns: ['course_id', 'lesson_id', 'utc_created_on'] },
  module_dates: { columns: ['course_id', 'module_id', 'cohort_id', 'utc_dated_on', 'utc_opened_on'] },
  term_exceptions: { columns: ['cohort_id', 'utc_ends_on', 'set_by', 'utc_set_on'] },
  // A notification that was read since is the second student's all the same.
  notifications: { columns: ['kind', 'subject_id', 'utc_created_on', 'utc_read_on'], foundBy: ['kind', 'subject_id'] },
}

const opens = 'opens something, and a merging opens nothing'
const own = "a user's own word"
const byAdministrator = 'work of an administrator'
const cursor = 'how far a run has come'
const aSchool = 'the address of a school'

/** Columns that name a user of a school and are neither moved nor copied here, each with the reason. */
export const notMerged: Record<string, string> = {
  'access_api_tokens.user_id': opens,
  'affiliates.email': aSchool,
  'bulk_changes.asked_by': byAdministrator,
  'bulk_changes.last_user_id': cursor,
  'certificate_records.revoked_by': byAdministrator,
  'consents.user_id': own,
  'counted_students.user_id': 'a student who takes the grants counts as counted, too',
  'course_announcements.last_user_id': cursor,
  'enrollment_grants.user_id': 'features/enrollments passes grants on',
  'enrollment_grants.granted_by': byAdministrator,
  'enrollment_grants.ended_by': byAdministrator,
  'enrollment_grants.moved_by': byAdministrator,
  'enrollments.user_id': 'follow the grants',
  'erased_people.user_id': 'a user whom the school has erased has no place that is merged',
  'franchisors.email': aSchool,
  'files.created_by': 'sent by an administrator; nothing asks whose it is',
  'idempotency_keys.user_id': 'of calls of the session that made them',
  'import_refusals.email': 'what stood in a file',
  'imports.created_by': byAdministrator,
  'imports.undone_by': byAdministrator,
  'karma_entries.user_id': 'features/karma moves points by counter-entries',
  'karma_totals.user_id': 'follow the entries',
  'memberships.user_id': 'the mark itself',
  'memberships.email': 'the address of the user',
  'ledger_movements.booked_by': byAdministrator,
  'ledger_movements.user_id': 'the message went to this student',
  'student_months.run_user_id': cursor,
  'merges.user_id': 'says who was merged',
  'merges.into_user_id': 'says into whom',
  'merges.merged_by': byAdministrator,
  'merges.undone_by': byAdministrator,
  'messages.user_id': 'mails that went to this mailbox; the timeline shows those of both',
  'moves.asked_by': byAdministrator,
  'moves.last_user_id': cursor,
  'subscriptions.wished_by': byAdministrator,
  'term_changes.asked_by': byAdministrator,
  'term_changes.last_user_id': cursor,
  'notice_refusals.user_id': own,
  'opening_tellings.last_user_id': cursor,
  'other_emails.user_id': 'lead to the second student, and from there to the first',
  'other_emails.email': 'a further address of the user',
  'other_emails.added_by': byAdministrator,
  'payment_returns.returned_by': byAdministrator,
  'payments.user_id': byAdministrator,
  'person_schools.user_id': 'repeats the membership',
  'purchase_facts.from_user_id': 'what was said; the timeline shows it',
  'purchase_facts.user_id': 'what was said; a decision follows it to the first student',
  'sales.buyer_email': 'what was said; the timeline shows the sales of both',
  'sales.corrected_email': 'what was said; the timeline shows the sales of both',
  'sales_reports.created_by': byAdministrator,
  'sales_report_rows.buyer_email': 'what the report says; it is gone within days',
  'term_exceptions.set_by': byAdministrator,
  'video_uploads.created_by': byAdministrator,
}
