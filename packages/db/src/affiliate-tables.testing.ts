import { day, number, type TableFacts, word } from './table-facts.ts'

/** The tables of affiliates and of the editions that they teach, by name. */
export const affiliateTables = {
  affiliate_plan_courses: {
    row: { plan_id: number, course_id: number },
    edition: 'which courses a franchisor offers',
    unmet: { affiliate_plan_courses_pkey: 'inserts pass over what is there' },
  },
  affiliate_plans: {
    row: { id: number, utc_created_on: day },
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
    edition: 'of the edition itself',
    unmet: { edition_files_pkey: 'written by a job, which replaces what is there' },
  },
  editions: {
    row: { course_id: number },
    edition: 'the edition itself',
    unmet: { editions_pkey: 'inserts pass over what is there' },
  },
  shared_files: {
    row: { file_id: number, affiliate_id: '900001', course_id: number },
    edition: 'which affiliates a file of the franchisor is in',
    unmet: { shared_files_pkey: 'inserts pass over what is there' },
  },
} satisfies Record<string, TableFacts>
