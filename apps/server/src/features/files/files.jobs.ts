import { jobs } from '../../jobs/catalogue.ts'
import { handles } from '../../jobs/handlers.ts'
import { removeUnusedFiles } from './unused-files.service.ts'

export const fileJobs = [handles(jobs.removeUnusedFiles, (school, _, tools) => removeUnusedFiles(school, tools))]
