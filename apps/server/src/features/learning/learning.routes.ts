import { learning } from '@escola/contract/learning.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { completeLesson } from './completion.service.ts'
import { getHome } from './home.service.ts'
import { getCourse, getFileLink, getLesson } from './learning.service.ts'
import { Outlines } from './outlines.ts'

export const learningRoutes = (mount: Mount, tools: Tools) => {
  const outlines = new Outlines()
  mount(learning.home, (school) => getHome(school))
  mount(learning.course, (school, { params }) => getCourse(school, params.degreeLink, outlines))
  mount(learning.lesson, (school, { params, body }) =>
    getLesson(school, { degreeLink: params.degreeLink, lessonLink: body.classLink }, outlines),
  )
  mount(learning.complete, (school, { body }) => completeLesson(school, body, outlines))
  mount(learning.fileLink, (school, { params }) => getFileLink(school, params, outlines, tools))
}
