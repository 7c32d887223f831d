import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { failExamImport, processExamImport } from './exam-import-processing.service.ts'

export const examImportHandlers: JobHandler[] = [
  defineHandler(
    jobs.processExamImport,
    (school, { importId }, tools, signal) => processExamImport(school, importId, tools, signal),
    (school, { importId }, _error, tools) => failExamImport(school, importId, tools),
  ),
]
