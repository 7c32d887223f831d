import type { Degree } from '@escola/contract/courses.contract'
import type { Lesson } from '@escola/contract/lessons.contract'

/** A course for tests of screens. */
export const sampleLesson: Lesson = {
  id: '30',
  link: 'nova-aula',
  title: 'Nova aula',
  description: '',
  main_media_url: '',
  main_media_duration: 0,
  files: [],
  external_links: [],
  is_private: false,
  is_visible: true,
  module_id: '20',
  utc_published_on: null,
  isDraft: false,
  version: 1,
}
export const sampleCourse: Degree = {
  id: '10',
  school_id: '7',
  category_id: '5',
  link: 'ingles',
  title: 'Inglês',
  description_title: '',
  description: '',
  workload_hours: 0,
  workload_hours_pretty: '',
  landing_page_url: '',
  no_dripping: true,
  dripping_config: { what: 'modules', when: 'week' },
  is_private: false,
  is_visible: true,
  hide_to_affiliates: false,
  has_comments: true,
  img_wide_url: '',
  modules: [{ id: '20', title: 'Módulo 1', alwaysAvailable: false, content: [sampleLesson] }],
  utc_published_on: null,
  utc_created_on: '2026-01-01T00:00:00.000Z',
  isDraft: true,
  version: 1,
}
