import { day, number, type TableFacts, word } from './table-facts.ts'

/** Tables of certificates, among those of schools. */
export const certificateTables = {
  certificate_courses: {
    row: { certificate_id: number, course_id: number },
    edition: 'certificates of the school itself',
    unmet: { certificate_courses_pkey: 'inserts pass over what is there' },
  },
  certificate_reissues: {
    row: { id: number, template_id: number, until_record_id: number, total: '1', utc_asked_on: day, utc_ended_on: day },
    unmet: { certificate_reissues__under_way: 'inserts pass over what is there' },
  },
  certificate_reissue_refusals: {
    row: { reissue_id: number, record_id: number, why: word },
    edition: 'certificates of the school itself',
    unmet: { certificate_reissue_refusals_pkey: 'inserts pass over what is there' },
  },
  run_refusals: {
    row: { run_id: number, record_id: number, why: word },
    edition: 'certificates of the school itself',
    unmet: { run_refusals_pkey: 'each record is looked at once, by a run that is locked' },
  },
  certificate_registers: {
    row: { last_number: '1' },
    unmet: { certificate_registers_pkey: 'inserts add to what is there' },
  },
  certificate_signers: {
    row: { template_id: number, position: '1', name: word },
    platform: 'insert',
    unmet: { certificate_signers_pkey: 'written with its template, which is held' },
  },
  certificate_template_courses: {
    row: { template_id: number, course_id: number },
    edition: 'models of the school itself',
    unmet: { certificate_template_courses_pkey: 'inserts pass over what is there' },
  },
  certificate_templates: {
    row: { id: number },
    platform: 'insert select',
    unmet: { certificate_templates_kind_check: 'written by code alone' },
  },
} satisfies Record<string, TableFacts>
