import { courses } from '@escola/contract/courses.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { discardDrafts, publishCourse, removeCourse, unpublishCourse } from './publishing.service.ts'

export const publishingRoutes = (mount: Mount, tools: Tools) => {
  mount(courses.publish, (school, { body }) =>
    body.unpublish ? unpublishCourse(school, body.id) : publishCourse(school, body.id, tools),
  )
  mount(courses.clearDraft, (school, { body }) => discardDrafts(school, body.id, tools))
  mount(courses.remove, (school, { body }) => removeCourse(school, body.id))
}
