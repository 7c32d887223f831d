import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { notifyOfEnds } from './ending.service.ts'
import { endDue } from './enrollments.service.ts'

export const enrollmentHandlers: JobHandler[] = [
  defineHandler(jobs.endDueGrants, (school, _, tools, signal) => endDue(school, tools, signal)),
  defineHandler(jobs.notifyOfEnds, (school, _, tools, signal) => notifyOfEnds(school, tools, signal)),
]
