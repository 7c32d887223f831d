import { courses } from '@escola/contract/courses.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { replaceCover } from './course-cover.service.ts'
import { getCourse, getReach, listCourseCohorts, makePrivate, saveCourse } from './courses.service.ts'

export const courseRoutes = (mount: Mount, tools: Tools) => {
  mount(courses.get, (school, { params }) => getCourse(school, params.link))
  mount(courses.reach, (school, { params }) => getReach(school, params.link))
  mount(courses.cohorts, (school, { params }) => listCourseCohorts(school, params.link))
  mount(courses.makePrivate, (school, { params }) => makePrivate(school, params.link))
  mount(courses.save, (school, { params, body }) => saveCourse(school, { link: params.link, ...body }, tools))
  mount(courses.uploadCover, (school, { fields, file }) => replaceCover(school, { id: fields.id, file }, tools))
}
