import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { OpeningTools } from '../learning/open-lessons.service.ts'
import { announceOpenedModules } from './openings.service.ts'

export const openingHandlers = (own: Omit<OpeningTools, 'now'>): JobHandler[] => [
  defineHandler(jobs.announceOpenedModules, (school, _, tools, signal) =>
    announceOpenedModules(school, { ...tools, ...own }, signal),
  ),
]
