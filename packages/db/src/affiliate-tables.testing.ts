import { day, number, type TableFacts, word } from './table-facts.testing.ts'

/** The tables of affiliates and of the editions that they teach, by name. */
export const affiliateTables = {
  affiliate_plan_courses: {
    row: { plan_id: number, course_id: number },
    unmet: { affiliate_plan_courses_pkey: 'inserts pass over what is there' },
  },
  affiliate_plans: {
    row: { id: number, utc_created_on: day },
  },
  affiliates: {
    row: { affiliate_id: '900001', plan_id: number, utc_invited_on: day, name: word },
    unmet: {
      affiliates_pkey: 'inserts pass over what is there',
      affiliates_plan_check: 'a removal takes the plan away',
    },
  },
  edition_files: {
    row: {
      course_id: number,
      file_id: number,
      franchisor_id: '900001',
      purpose: `'lesson_file'`,
      storage_key: word,
      filename: word,
      content_type: word,
      size_bytes: '1',
    },
    unmet: { edition_files_pkey: 'written by a job, which replaces what is there' },
  },
  editions: {
    row: { course_id: number },
    unmet: { editions_pkey: 'inserts pass over what is there' },
  },
  franchisors: {
    row: { franchisor_id: '900001', invitation: '1', utc_invited_on: day, name: word },
    unmet: { franchisors_pkey: 'inserts change what is there' },
  },
  shared_files: {
    row: { file_id: number, affiliate_id: '900001', course_id: number },
    unmet: { shared_files_pkey: 'inserts pass over what is there' },
  },
} satisfies Record<string, TableFacts>
