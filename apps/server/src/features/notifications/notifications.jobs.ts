import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { forgetOld, notifyOfCourse } from './notifications.service.ts'

export const notificationHandlers: JobHandler[] = [
  defineHandler(jobs.announceCourse, (school, { courseId }, tools, signal) =>
    notifyOfCourse(school, courseId, tools, signal),
  ),
  defineHandler(jobs.forgetOldNotifications, (school, _, tools, signal) => forgetOld(school, tools, signal)),
]
