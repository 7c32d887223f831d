import type { LifecycleTools } from '../../core/student-lifecycle.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { settleMerges } from './undoing.service.ts'

export const mergeHandlers = (own: Pick<LifecycleTools, 'lifecycle'>): JobHandler[] => [
  defineHandler(jobs.settleMerges, (school, _payload, tools, signal) =>
    settleMerges(school, { ...tools, ...own }, signal),
  ),
]
