import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { completeForAll } from './completion.service.ts'

export const learningHandlers: JobHandler[] = [
  defineHandler(jobs.completeCourse, (school, { courseId }, tools, signal) =>
    completeForAll(school, courseId, tools, signal),
  ),
]
