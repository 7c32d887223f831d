import { affiliateTables } from './affiliate-tables.testing.ts'
import { bankTables } from './bank-tables.testing.ts'
import { certificateTables } from './certificate-tables.testing.ts'
import { day, number, person, type TableFacts, word } from './table-facts.testing.ts'

/** The tables of schools, by name. */
export const schoolTables = {
  admin_notices: {
    row: { id: number, kind: `'question_asked'`, subject_id: number, utc_created_on: day },
    unmet: {
      admin_notices__once: 'inserts pass over what is there',
      admin_notices_kind_check: 'written by code alone',
    },
  },
  ...affiliateTables,
  ...bankTables,
  bookmarks: {
    row: { id: number, user_id: person, course_id: number },
    unmet: { bookmarks__once: 'a second bookmark of the same thing is none' },
  },
  bulk_changes: {
    row: { id: number, action: `'resend'`, total: '1', asked_by: person, utc_asked_on: day, utc_ended_on: day },
    unmet: {
      bulk_changes__under_way: 'inserts pass over what is there',
      bulk_changes_action_check: 'the contract knows the actions',
      bulk_changes_check: 'the contract asks for a class with the actions that need one',
      bulk_changes_from_check: 'the contract asks where students are moved from',
    },
  },
  categories: {
    row: { id: number, title: `'Categoria'` },
  },
  ...certificateTables,
  cohort_courses: {
    row: { cohort_id: number, course_id: number },
    unmet: { cohort_courses_pkey: 'inserts pass over what is there' },
  },
  cohorts: {
    row: { id: number, title: `'Turma'` },
    unmet: {
      cohorts__public: 'a public class is made with its school, and by nobody else',
      cohorts_seats_check: 'the contract has the same bound',
      cohorts_term_check: 'the contract has the same kinds',
    },
    platform: 'insert select update(seats)',
  },
  consents: {
    row: {
      user_id: person,
      whose: `'school'`,
      page: `'termos-e-condicoes'`,
      version: '1',
      way: `'join'`,
      utc_given_on: day,
    },
    unmet: { consents_way_check: 'written by code alone', consents_whose_check: 'written by code alone' },
    platform: 'insert select',
  },
  erased_people: {
    row: { user_id: person },
    unmet: { erased_people_pkey: 'inserts pass over what is there' },
    acrossSchools: { erased_people__user: 'the rows of one user go with the account' },
    together: 'asked before a user has a place in the school',
    platform: 'delete select',
  },
  course_announcements: {
    row: { course_id: number },
    unmet: { course_announcements_pkey: 'inserts pass over what is there' },
  },
  course_progress: {
    row: { user_id: person, course_id: number },
    unmet: { course_progress_pkey: 'inserts pass over what is there' },
  },
  courses: {
    row: { id: number, link: `'curso'`, category_id: number },
    unmet: {
      courses_dripping_what_check: 'the contract takes these words alone',
      courses_dripping_when_check: 'the contract takes these words alone',
      courses_workload_minutes_check: 'the contract takes no less than zero',
    },
  },
  due_jobs: {
    row: { name: word, utc_due_on: day },
    unmet: { due_jobs_pkey: 'inserts lower the moment that is there' },
    acrossSchools: { due_jobs__due: 'the relay asks which schools have jobs that are due' },
    together: 'the relay asks which schools have jobs that are due',
    platform: 'insert select update(utc_due_on)',
  },
  enrollment_grants: {
    row: {
      ...{ id: number, cohort_id: number, user_id: person, source: `'manual'`, utc_starts_on: day },
      ...{ utc_ends_on: `'2099-01-01'`, utc_term_ends_on: `'2099-01-01'` },
    },
    unmet: {
      enrollment_grants__live: 'inserts pass over what is there',
      enrollment_grants_ended_check: 'written by code alone',
      enrollment_grants_ended_why_check: 'written by code alone',
      enrollment_grants_source_check: 'written by code alone',
      enrollment_grants_term_of_check: 'written by code alone',
    },
    platform: 'insert select',
  },
  enrollments: {
    row: { cohort_id: number, user_id: person, utc_ends_on: `'2099-01-01'` },
    unmet: { enrollments_pkey: 'inserts hold what is there' },
    platform: 'insert select update(origin) update(utc_created_on) update(utc_ends_on)',
  },
  files: {
    row: { id: number, purpose: `'logo'`, storage_key: word, filename: word, content_type: word, size_bytes: '1' },
    unmet: {
      files__storage_key: 'a random key, written by code alone',
      files_purpose_check: 'written by code alone',
      files_size_bytes_check: 'counted by us',
    },
  },
  idempotency_keys: {
    row: { user_id: person, kind: word, key: word },
    unmet: { idempotency_keys_pkey: 'inserts pass over what is there' },
  },
  import_refusals: {
    row: { import_id: number, line: '1', name: word, email: word, cellphone: word, reason: word },
    unmet: { import_refusals_pkey: 'the line is counted by us, in a transaction that holds the import' },
  },
  imports: {
    row: { id: number, cohort_id: number, filename: word, file_id: number, total_students: '1', created_by: person },
    unmet: { imports_status_check: 'written by code alone', imports_undo_status_check: 'written by code alone' },
  },
  karma_entries: {
    row: { user_id: person, reason: `'lesson'`, subject_id: number, number: '1', points: '10', utc_created_on: day },
    unmet: {
      karma_entries_pkey: 'the number is counted by us, while the progress of the student is held',
      karma_entries_reason_check: 'written by code alone',
    },
  },
  karma_totals: {
    row: { user_id: person, karma: '10' },
    unmet: { karma_totals_pkey: 'inserts add to what is there' },
  },
  lesson_completions: {
    row: { user_id: person, lesson_id: number, course_id: number },
    unmet: { lesson_completions_pkey: 'inserts pass over what is there' },
  },
  lesson_positions: {
    row: { user_id: person, lesson_id: number, position: '42', utc_watched_on: day },
    unmet: { lesson_positions_pkey: 'inserts take the place of what is there' },
  },
  lessons: {
    row: { id: number, course_id: number, link: `'aula'` },
  },
  memberships: {
    row: { user_id: person, name: `'Aluna'`, email: `'aluna@example.com'` },
    unmet: {
      memberships__link: 'a random uuid',
      memberships_pkey: 'inserts pass over what is there',
    },
    platform: 'delete insert select update',
  },
  messages: {
    row: { id: number, user_id: person, kind: `'activation'`, dedupe_key: word },
    unmet: {
      messages__dedupe: 'inserts pass over what is there',
      messages_kind_check: 'written by code alone',
      messages_status_check: 'written by code alone',
      messages_outcome_check: 'written by code alone',
    },
    platform: 'insert select',
  },
  module_dates: {
    row: { id: number, course_id: number, module_id: number, user_id: person },
    unmet: {
      module_dates__once: 'inserts take the place of what is there',
      module_dates_dated_check: 'written by code alone',
      module_dates_whose_check: 'written by code alone',
    },
  },
  modules: {
    row: { id: number, course_id: number, title: `'Módulo'` },
  },
  notice_refusals: {
    row: { user_id: person, kind: `'question_asked'` },
    unmet: {
      notice_refusals_kind_check: 'the contract knows these words alone',
      notice_refusals_pkey: 'inserts pass over what is there',
    },
  },
  notifications: {
    row: { user_id: person, kind: `'access_given'`, subject_id: '1', utc_created_on: day },
    unmet: {
      notifications_kind_check: 'written by code alone',
      notifications_pkey: 'inserts pass over what is there',
    },
  },
  opening_tellings: {
    row: { utc_from: day, utc_until: day },
    unmet: { opening_tellings_pkey: 'inserts take the place of what is there' },
  },
  outbox: {
    row: { id: number, name: word, payload: `'{}'` },
    acrossSchools: {
      outbox__unsent: 'the relay reads all schools in order',
      outbox__undone: 'the relay re-sends what is overdue in any school',
    },
    together: 'the relay reads all schools in order',
    platform: 'delete insert select update',
  },
  person_schools: {
    row: { user_id: person, is_admin: 'false', is_student: 'true', utc_created_on: day },
    unmet: { person_schools_pkey: 'inserts take the place of what is there' },
    acrossSchools: { person_schools__user: 'the platform lists the schools of one person at sign-in' },
    together: 'the platform lists the schools of one person at sign-in',
    platform: 'delete insert select update',
  },
  platform_changes: {
    row: { id: number, visit_id: number, method: `'POST'`, route: word, utc_made_on: day },
    platform: 'insert select update',
  },
  platform_visits: {
    row: {
      id: number,
      session_id: `'00000000-0000-4000-8000-000000000000'::uuid`,
      user_id: person,
      person_name: word,
      utc_began_on: day,
      utc_seen_on: day,
    },
    platform: 'insert select update',
  },
  page_versions: {
    row: { page: `'termos-e-condicoes'`, number: '1', html: word, utc_written_on: day },
    unmet: {
      page_versions_page_check: 'written by code alone',
      page_versions_pkey: 'inserts pass over what is there',
    },
  },
  school_days: {
    row: { day: `'2026-01-01'`, enrollments: '1', completions: '1', utc_counted_on: day },
    unmet: { school_days_pkey: 'inserts take the place of what is there' },
  },
  school_pages: {
    row: { page: `'sobre'`, html: word, utc_updated_on: day },
    unmet: {
      school_pages_page_check: 'the contract knows these words alone',
      school_pages_pkey: 'inserts take the place of what is there',
    },
  },
  school_storage: {
    row: { uploaded_bytes: '1' },
    unmet: { school_storage_pkey: 'inserts add to what is there' },
  },
  school_stops: {
    row: { students: '1', stops: `'[]'::jsonb`, utc_counted_on: day },
    unmet: { school_stops_pkey: 'inserts take the place of what is there' },
  },
  thread_replies: {
    row: { id: number, thread_id: number, user_id: person, is_admin: 'true', message: word },
  },
  sent_sms: {
    row: { message_id: number, provider_id: word, utc_sent_on: day },
    unmet: { sent_sms_pkey: 'inserts pass over what is there' },
    acrossSchools: {
      sent_sms__provider: 'an event of the provider names no school',
      sent_sms__age: 'old rows of all schools are deleted at once',
    },
    together: 'an event of the provider names no school',
    platform: 'delete select',
  },
  term_exceptions: {
    row: { cohort_id: number, user_id: person, set_by: person, utc_set_on: day },
    unmet: { term_exceptions_pkey: 'inserts take the place of what is there' },
  },
  threads: {
    row: { id: number, user_id: person, course_id: number, lesson_id: number, message: word },
  },
  video_uploads: {
    row: {
      id: number,
      created_by: person,
      filename: word,
      size_bytes: '1',
      modified: '1',
      part_bytes: '1',
      storage_key: word,
      store_upload: word,
      utc_active_on: day,
    },
    unmet: {
      video_uploads__file: 'inserts pass over what is there',
      video_uploads_part_bytes_check: 'written by code alone',
      video_uploads_size_bytes_check: 'the contract takes no less than one',
    },
  },
} satisfies Record<string, TableFacts>
