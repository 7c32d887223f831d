import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { defineJob } from '../job-definition.ts'

/** Jobs of the times for which students are in a class; a part of the catalogue. */
export const enrollmentJobs = {
  /** Ends what release 1.0 has begun. */
  applyTerm: defineJob({
    name: 'enrollments.apply_term',
    queue: 'imports',
    payload: z.object({ changeId: Id }),
    retries: 'ownRows',
  }),
  /** Ends what release 1.0 has begun of what an integration has sold. */
  applySoldTerm: defineJob({
    name: 'enrollments.apply_sold_term',
    queue: 'imports',
    payload: z.object({ changeId: Id }),
    retries: 'ownRows',
  }),
  /** The clock writes the job when the time of a grant is over; see due_jobs. */
  endDueGrants: defineJob({
    name: 'enrollments.end_due',
    queue: 'documents',
    payload: z.object({}),
    retries: 'upkeep',
  }),
  /** The clock writes the job some days before the term of a student is over; see due_jobs. */
  notifyOfEnds: defineJob({
    name: 'enrollments.tell_ends',
    queue: 'documents',
    payload: z.object({}),
    retries: 'upkeep',
  }),
}
