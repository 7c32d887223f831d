import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { changeStudents } from './bulk-changes.service.ts'

export const bulkChangeJobs: JobHandler[] = [
  defineHandler(jobs.changeStudents, (school, { changeId }, tools, signal) =>
    changeStudents(school, changeId, tools, signal),
  ),
]
