import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { EditionTools } from '../editions/settling.service.ts'
import { copyCorrections, spreadCorrections } from './copied-corrections.service.ts'

/** Jobs of the franchisor's school. The second opens the schools of its affiliates, one after the other. */
export const examCorrectionHandlers = ({ openSchool }: Pick<EditionTools, 'openSchool'>): JobHandler[] => [
  defineHandler(jobs.spreadCorrections, (school, payload) => spreadCorrections(school, payload)),
  defineHandler(jobs.copyCorrections, (school, payload, tools, signal) =>
    copyCorrections(school, payload, { ...tools, openSchool }, signal),
  ),
]
