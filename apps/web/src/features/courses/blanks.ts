import type { Degree } from '@escola/contract/courses.contract'
import type { Lesson } from '@escola/contract/lessons.contract'
import { newLesson } from '@escola/contract/new-lesson'
import { newCourseTitle } from '@escola/contract/titles'
import { placeOf } from '../../ui/editor/new-record.ts'

/** Builds an empty course that the server doesn't have yet. */
export const makeBlankCourse = (schoolId: string, link: string): Degree => {
  const category = placeOf(link)
  return {
    id: '0',
    school_id: schoolId,
    category_id: category === '0' ? null : category,
    link,
    title: newCourseTitle,
    description_title: '',
    description: '',
    workload_hours: 0,
    workload_hours_pretty: '',
    landing_page_url: '',
    no_dripping: true,
    dripping_config: { what: 'modules', when: 'week' },
    in_order: false,
    has_practice: true,
    is_private: false,
    is_visible: true,
    hide_to_affiliates: false,
    has_comments: true,
    img_wide_url: '',
    modules: [],
    utc_published_on: null,
    utc_created_on: '',
    isDraft: true,
    version: 0,
  }
}

export const makeBlankLesson = (link: string): Lesson => ({
  id: '0',
  link,
  ...newLesson,
  module_id: placeOf(link),
  utc_published_on: null,
  isDraft: true,
  version: 0,
})
