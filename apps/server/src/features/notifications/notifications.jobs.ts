import { jobs } from '../../jobs/catalogue.ts'
import { handles, type JobHandler } from '../../jobs/handlers.ts'
import { forgetOld, tellOfCourse } from './notifications.service.ts'

export const notificationJobs: JobHandler[] = [
  handles(jobs.announceCourse, (school, { courseId }, tools, signal) => tellOfCourse(school, courseId, tools, signal)),
  handles(jobs.forgetOldNotifications, (school, _, tools, signal) => forgetOld(school, tools, signal)),
]
