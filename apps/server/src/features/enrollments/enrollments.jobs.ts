import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { tellOfEnds } from './ending.service.ts'
import { endDue } from './enrollments.service.ts'

export const enrollmentJobs: JobHandler[] = [
  defineHandler(jobs.endDueGrants, (school, _, tools, signal) => endDue(school, tools, signal)),
  defineHandler(jobs.tellOfEnds, (school, _, tools, signal) => tellOfEnds(school, tools, signal)),
]
