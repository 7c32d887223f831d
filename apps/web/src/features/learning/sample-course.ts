import type {
  CourseCard,
  StudentContent,
  StudentContentSummary,
  StudentDegree,
} from '@escola/contract/learning.contract'

/** Courses for the tests of this feature's screens. */
export const card = (change: Partial<CourseCard> = {}): CourseCard => ({
  id: '1',
  link: 'vela',
  title: 'Vela para iniciantes',
  description_title: '',
  img_wide_url: '',
  landing_page_url: '',
  state: 'start',
  progress: '0.00',
  lessons: 3,
  utc_studied_on: null,
  ...change,
})

export const summary = (id: string, change: Partial<StudentContentSummary> = {}): StudentContentSummary => ({
  id,
  link: `aula-${id}`,
  title: `Aula ${id}`,
  has_media: true,
  main_media_duration: 0,
  isComplete: false,
  dripped: false,
  availableWhen: null,
  ...change,
})

export const degree = (lessons: StudentContentSummary[], change: Partial<StudentDegree> = {}): StudentDegree => ({
  id: '1',
  link: 'vela',
  title: 'Vela para iniciantes',
  description_title: '',
  description: '',
  workload_hours: 90,
  workload_hours_pretty: '1h30',
  img_wide_url: '',
  has_comments: false,
  modules: [{ id: '10', title: 'Módulo 1', content: lessons }],
  progress: '0.00',
  nextContentLink: lessons.find((lesson) => !lesson.isComplete)?.link ?? null,
  certificate: null,
  newContents: 0,
  ...change,
})

export const content = (id: string, change: Partial<StudentContent> = {}): StudentContent => ({
  id,
  link: `aula-${id}`,
  title: `Aula ${id}`,
  description: '',
  main_media_url: 'https://youtu.be/dQw4w9WgXcQ',
  main_media_duration: 0,
  files: [],
  external_links: [],
  isComplete: false,
  position: 0,
  ...change,
})
