import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { endAttempts } from './ended-attempts.service.ts'

export const examAttemptHandlers: JobHandler[] = [
  defineHandler(jobs.endExamAttempts, (school, _, tools, signal) => endAttempts(school, tools, signal)),
]
