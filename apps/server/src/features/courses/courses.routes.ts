import { courses } from '@escola/contract/courses.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { listCategories, updateCategories } from '../categories/categories.service.ts'
import { replaceCover } from './course-cover.service.ts'
import { discardDrafts, publishCourse, unpublishCourse } from './course-publishing.service.ts'
import { deleteCourse, getCourse, saveCourse } from './courses.service.ts'

export const courseRoutes = (mount: Mount, tools: Tools) => {
  mount(courses.listCategories, (school) => listCategories(school))
  mount(courses.updateCategories, (school, { body }) => updateCategories(school, body))
  mount(courses.get, (school, { params }) => getCourse(school, params.link))
  mount(courses.save, (school, { params, body }) => saveCourse(school, params.link, body))
  mount(courses.publish, (school, { body }) =>
    body.unpublish ? unpublishCourse(school, body.id) : publishCourse(school, body.id, tools),
  )
  mount(courses.clearDraft, (school, { body }) => discardDrafts(school, body.id))
  mount(courses.remove, (school, { body }) => deleteCourse(school, body.id))
  mount(courses.uploadCover, (school, { fields, file }) => replaceCover(school, { id: fields.id, file }, tools))
}
