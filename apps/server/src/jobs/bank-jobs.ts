import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { daily, define } from './job-definition.ts'

/** Jobs of a school's money; a part of the catalogue. */
export const bankJobs = {
  /** A job of its own: a movement is booked under the lock of the balance, and holds nothing that other news holds before it. */
  noteFall: define({
    name: 'notices.note_fall',
    queue: 'messages',
    payload: z.object({ movementNumber: Id }),
    attempts: 14,
    backoffMs: 2000,
  }),
  proveLedger: define({ name: 'ledger.prove', ...daily }),
  /**
   * The clock writes the job when a month begins in São Paulo, for schools that have students or a domain; another plan, and a domain that comes to lead
   * to its school, write it at once.
   */
  runCharges: define({
    name: 'charges.run',
    queue: 'documents',
    /** Moment of the change that wrote the job: a worker may come to it in a later month. */
    payload: z.object({ since: z.iso.datetime().optional() }),
    attempts: 14,
    backoffMs: 10_000,
    isMonthly: true,
  }),
}
