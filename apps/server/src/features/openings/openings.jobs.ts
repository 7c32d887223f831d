import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { announceOpenedModules } from './openings.service.ts'

export const openingHandlers: JobHandler[] = [
  defineHandler(jobs.announceOpenedModules, (school, _, tools, signal) => announceOpenedModules(school, tools, signal)),
]
