import { learning } from '@escola/contract/learning.contract'
import { lessonOrder } from '@escola/contract/lesson-order.contract'
import { studentViews } from '@escola/contract/student-views.contract'
import type { Mount } from '../../http/mount.ts'
import type { CountedReaders } from '../charges/counted-readers.service.ts'
import { completeLesson } from './completion.service.ts'
import { getHome } from './home.service.ts'
import type { NewsTools } from './home-news.service.ts'
import { getCourse, getFileLink, getLesson, type LearningTools } from './learning.service.ts'
import { getOrderReach } from './order-reach.service.ts'
import { positions } from './positions.service.ts'
import { viewCourse, viewCourses, viewLesson } from './student-views.service.ts'

export const learningRoutes = (mount: Mount, tools: LearningTools & NewsTools & { readers: CountedReaders }) => {
  const savePosition = positions(tools)
  mount(learning.home, (school) => getHome(school, tools))
  mount(learning.course, (school, { params }) => getCourse(school, params.degreeLink, tools))
  mount(learning.lesson, async (school, { params, body }) => {
    const { classLink: lessonLink, isAhead } = body
    const lesson = await getLesson(school, { degreeLink: params.degreeLink, lessonLink, isAhead }, tools)
    if (lessonLink !== undefined && !isAhead) await tools.readers.record(school, tools)
    return lesson
  })
  mount(learning.complete, async (school, { body }) => {
    const completed = await completeLesson(school, body, tools)
    await tools.readers.record(school, tools)
    return completed
  })
  mount(learning.savePosition, (school, { body }) => savePosition(school, body))
  mount(learning.fileLink, (school, { params }) => getFileLink(school, params, tools))
  mount(lessonOrder.reach, (school, { params }) => getOrderReach(school, params.link, tools))
  mount(studentViews.courses, (school, { params, query }) => viewCourses(school, { ...params, ...query }, tools))
  mount(studentViews.course, (school, { params, query }) => viewCourse(school, { ...params, ...query }, tools))
  mount(studentViews.lesson, (school, { params, query }) => viewLesson(school, { ...params, ...query }, tools))
}
