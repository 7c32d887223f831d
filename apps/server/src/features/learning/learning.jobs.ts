import { jobs } from '../../jobs/catalogue.ts'
import { handles, type JobHandler } from '../../jobs/handlers.ts'
import { completeForAll } from './completion.service.ts'

export const learningJobs: JobHandler[] = [
  handles(jobs.completeCourse, (school, { courseId }, tools) => completeForAll(school, courseId, tools)),
]
