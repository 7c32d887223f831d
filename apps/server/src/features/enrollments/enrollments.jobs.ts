import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { endDue } from './enrollments.service.ts'

export const enrollmentJobs: JobHandler[] = [
  defineHandler(jobs.endDueGrants, (school, _, tools, signal) => endDue(school, tools, signal)),
]
