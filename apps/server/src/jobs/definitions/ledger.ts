import { z } from 'zod'
import { daily, defineJob } from '../job-definition.ts'

/** Jobs of a school's balance; a part of the catalogue. */
export const ledgerJobs = {
  /**
   * The clock writes the job when a month begins in São Paulo, for schools that have students or a domain; another plan, and a domain that comes to lead
   * to its school, write it at once.
   */
  runCharges: defineJob({
    name: 'charges.run',
    queue: 'runs',
    /** Moment of the change that wrote the job: a worker may come to it in a later month. */
    payload: z.object({ since: z.iso.datetime().optional() }),
    retries: 'charges',
    isMonthly: true,
  }),
  verifyLedger: defineJob({ name: 'ledger.prove', ...daily }),
}
