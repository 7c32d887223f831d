import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { proveLedger } from './ledger.service.ts'
import { noteMonths } from './ledger-months.service.ts'

export const ledgerHandlers: JobHandler[] = [
  defineHandler(jobs.proveLedger, async (school) => {
    await noteMonths(school)
    await proveLedger(school)
  }),
]
