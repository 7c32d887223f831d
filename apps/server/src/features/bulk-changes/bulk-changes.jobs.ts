import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { changeStudents, stopChange } from './bulk-changes.service.ts'

export const bulkChangeHandlers: JobHandler[] = [
  defineHandler(
    jobs.changeStudents,
    (school, { changeId }, tools, signal) => changeStudents(school, changeId, tools, signal),
    (school, { changeId }, _error, tools) => stopChange(school, changeId, tools),
  ),
]
