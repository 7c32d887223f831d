import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { defineJob } from '../job-definition.ts'

/** Jobs that add, change, move or merge students; a part of the catalogue. */
export const studentJobs = {
  processImport: defineJob({
    name: 'imports.process',
    queue: 'imports',
    payload: z.object({ importId: Id }),
    retries: 'ownRows',
  }),
  /** Ends what release 1.0 has begun. */
  undoImport: defineJob({
    name: 'imports.undo',
    queue: 'imports',
    /** The month in which the undoing was asked for; a job of an earlier release has none. */
    payload: z.object({ importId: Id, month: z.string().optional() }),
    retries: 'ownRows',
  }),
  /** Does the batches of a run of any kind; see run-kinds.ts. */
  continueRun: defineJob({
    name: 'runs.continue',
    queue: 'runs',
    payload: z.object({ runId: Id }),
    retries: 'ownRows',
  }),
  /** Ends what release 1.0 has begun. */
  changeStudents: defineJob({
    name: 'bulk.change',
    queue: 'imports',
    payload: z.object({ changeId: Id }),
    retries: 'ownRows',
  }),
  /** Ends what release 1.0 has begun. */
  moveStudents: defineJob({
    name: 'moves.move',
    queue: 'imports',
    payload: z.object({ moveId: Id }),
    retries: 'ownRows',
  }),
  /** The clock writes the job when the days are over within which mergings can be undone; see due_jobs. */
  settleMerges: defineJob({
    name: 'merges.settle',
    queue: 'documents',
    payload: z.object({}),
    retries: 'upkeep',
  }),
  /** A mail to an address that a school recorded as a further one of a student, or to the student: both learn of it alike. */
  notifyOfOtherEmail: defineJob({
    name: 'other_emails.tell',
    queue: 'urgent',
    payload: z.object({ sealedMail: z.string() }),
    retries: 'delivery',
    erasesPayload: true,
  }),
}
