import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { proveLedger } from './ledger.service.ts'

export const ledgerJobs: JobHandler[] = [defineHandler(jobs.proveLedger, (school) => proveLedger(school))]
