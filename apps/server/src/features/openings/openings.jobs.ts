import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { StudyTools } from '../learning/study.ts'
import { announceOpenedModules } from './openings.service.ts'

export const openingHandlers = (own: StudyTools): JobHandler[] => [
  defineHandler(jobs.announceOpenedModules, (school, _, tools, signal) =>
    announceOpenedModules(school, { ...tools, ...own }, signal),
  ),
]
