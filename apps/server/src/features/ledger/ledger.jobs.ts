import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { saveMonths } from './ledger-months.service.ts'
import { verifyLedger } from './ledger-proof.service.ts'

export const ledgerHandlers: JobHandler[] = [
  defineHandler(jobs.verifyLedger, async (school) => {
    await saveMonths(school)
    await verifyLedger(school)
  }),
]
