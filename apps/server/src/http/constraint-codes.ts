import type { ErrorCode } from '@escola/contract/errors'

/**
 * Which code a refused row becomes, by the name of the unique or foreign key that refused it. What is not here is a plain conflict, or
 * not found for a foreign key. A wall compares this with the catalogue.
 */
export const constraintCodes: Record<string, ErrorCode> = {
  users__email: 'email_taken',
  memberships__email: 'email_taken',
  schools__namespace: 'url_taken',
  schools__domain: 'url_taken',
  courses__link: 'conflict',
  lessons__link: 'conflict',
  certificates__current: 'conflict',
  certificates__number: 'conflict',
  bookmarks_school_id_course_id_fkey: 'degree_not_found',
  cohort_courses_school_id_course_id_fkey: 'degree_not_found',
  course_pages_school_id_course_id_fkey: 'degree_not_found',
  course_progress_school_id_course_id_fkey: 'degree_not_found',
  exam_publication_questions_school_id_question_id_version_fkey: 'exam_question_used',
  exam_questions_school_id_course_id_fkey: 'degree_not_found',
  module_dates_school_id_course_id_fkey: 'degree_not_found',
  threads_school_id_course_id_fkey: 'degree_not_found',
  lessons_school_id_course_id_fkey: 'degree_not_found',
  modules_school_id_course_id_fkey: 'degree_not_found',
}
