import { affiliateTables } from './affiliate-tables.testing.ts'
import { bankTables } from './bank-tables.testing.ts'
import { certificateTables } from './certificate-tables.testing.ts'
import { day, number, ofStudents, type TableFacts, word } from './table-facts.ts'

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
  categories: {
    row: { id: number, title: `'Categoria'` },
  },
  ...certificateTables,
  cohort_courses: {
    row: { cohort_id: number, course_id: number },
    edition: 'classes of the school itself',
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
  course_pages: {
    row: { course_id: number },
    edition: 'each school opens the pages of its own courses alone',
    unmet: { course_pages_pkey: 'inserts take the place of what is there' },
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
  exam_import_items: {
    row: { import_id: number, number: '1', line: '1', title: word, verdict: `'fresh'` },
    unmet: {
      exam_import_items_pkey: 'inserts pass over what is there',
      exam_import_items_verdict_check: 'written by code alone',
    },
  },
  exam_imported_questions: {
    row: { import_id: number, number: '1', question_id: number },
    edition: 'the bank stays with its school',
    unmet: { exam_imported_questions_pkey: 'inserted under a lock of its import' },
  },
  exam_publication_questions: {
    row: { exam_id: number, number: '1', question_id: number, version: '1' },
    edition: 'copied',
    unmet: { exam_publication_questions_pkey: 'inserts pass over what is there' },
  },
  exam_publications: {
    row: { exam_id: number, number: '1', settings: `'{}'`, parts: `'[]'`, utc_published_on: day },
    edition: 'copied',
    unmet: { exam_publications_pkey: 'inserted under a lock of its course' },
  },
  exam_question_sums: {
    row: { exam_id: number, question_id: number, version: '1' },
    edition: 'not carried, as its exam',
    unmet: { exam_question_sums_pkey: 'inserts pass over what is there' },
  },
  exam_question_versions: {
    row: { question_id: number, number: '1', content: `'{}'`, utc_created_on: day },
    edition: 'copied',
    unmet: { exam_question_versions_pkey: 'inserted under a lock of its question' },
  },
  exam_questions: {
    row: {
      id: number,
      difficulty: `'easy'`,
      kind: `'truth'`,
      summary: word,
      folded: word,
      utc_created_on: day,
      utc_changed_on: day,
    },
    edition: 'copied',
    unmet: {
      exam_questions_difficulty_check: 'the contract takes these words alone',
      exam_questions_kind_check: 'the contract takes these words alone',
    },
  },
  exam_regraded_attempts: {
    row: { correction_id: number, attempt_id: number, points: '0' },
    edition: ofStudents,
    unmet: { exam_regraded_attempts_pkey: 'inserts pass over what is there' },
  },
  exams: {
    row: { id: number, course_id: number, lesson_id: number, plan: `'{}'`, utc_created_on: day, utc_changed_on: day },
    edition: 'copied',
    unmet: { exams_school_id_lesson_id_key: 'inserted under a lock of the course, and copies pass over what is there' },
  },
  lessons: {
    row: { id: number, course_id: number, link: `'aula'` },
    edition: 'copied',
  },
  modules: {
    row: { id: number, course_id: number, title: `'Módulo'` },
    edition: 'copied',
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
  platform_changes: {
    row: { id: number, visit_id: number, method: `'POST'`, route: word, utc_made_on: day },
    platform: 'insert select update',
  },
  page_versions: {
    row: { page: `'termos-e-condicoes'`, number: '1', html: word, utc_written_on: day },
    unmet: {
      page_versions_page_check: 'written by code alone',
      page_versions_pkey: 'inserts pass over what is there',
    },
  },
  release_notices: {
    row: { kind: `'public_class'`, utc_created_on: day },
    unmet: { release_notices_pkey: 'written by migrations alone' },
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
    edition: 'counted by each school',
    unmet: { school_stops_pkey: 'inserts take the place of what is there' },
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
} satisfies Record<string, TableFacts>
