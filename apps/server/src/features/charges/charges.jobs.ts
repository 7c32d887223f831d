import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { runCharges } from './charges-run.service.ts'

export const chargeHandlers: JobHandler[] = [
  defineHandler(jobs.runCharges, (school, { since }, tools, signal) =>
    runCharges(school, since === undefined ? undefined : new Date(since), tools, signal),
  ),
]
