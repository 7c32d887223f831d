import type { CourseReach, Degree } from '@escola/contract/courses.contract'
import type { Lesson } from '@escola/contract/lessons.contract'
import { makeBlankCourse, makeBlankLesson } from './blanks.ts'

/** A course for tests of screens: new, but saved. */
export const sampleLesson: Lesson = {
  ...makeBlankLesson('nova-aula'),
  id: '30',
  title: 'Nova aula',
  module_id: '20',
  isDraft: false,
  version: 1,
}
export const sampleCourse: Degree = {
  ...makeBlankCourse('7', 'ingles'),
  id: '10',
  category_id: '5',
  title: 'Inglês',
  modules: [{ id: '20', title: 'Módulo 1', alwaysAvailable: false, content: [sampleLesson] }],
  utc_created_on: '2026-01-01T00:00:00.000Z',
  version: 1,
}

/** A course that nothing names. */
export const nothingTouched: CourseReach = {
  begun: 0,
  completed: 0,
  cohorts: 0,
  cohort_titles: [],
  sums: [],
  models: [],
  plans: [],
  exams: [],
}
