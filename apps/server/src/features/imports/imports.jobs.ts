import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { People } from '../people/people.service.ts'
import { failImport, processImport } from './import-processing.service.ts'

export const importHandlers = (own: { people: People }): JobHandler[] => [
  defineHandler(
    jobs.processImport,
    (school, { importId }, tools, signal) => processImport(school, importId, { ...tools, ...own }, signal),
    (school, { importId }, _error, tools) => failImport(school, importId, tools),
  ),
]
