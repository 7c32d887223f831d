import { learning } from '@escola/contract/learning.contract'
import type { Mount } from '../../http/mount.ts'
import type { Tools } from '../../tools.ts'
import { completeLesson, getCourse, getFileLink, getHome, getLesson } from './learning.service.ts'

export const learningRoutes = (mount: Mount, tools: Tools) => {
  mount(learning.home, (school) => getHome(school))
  mount(learning.course, (school, { params }) => getCourse(school, params.degreeLink))
  mount(learning.lesson, (school, { params, body }) => getLesson(school, params.degreeLink, body.classLink))
  mount(learning.complete, (school, { body }) => completeLesson(school, body))
  mount(learning.fileLink, (school, { params }) => getFileLink(school, params, tools))
}
