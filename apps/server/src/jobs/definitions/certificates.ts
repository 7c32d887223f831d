import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { defineJob } from '../job-definition.ts'

/** Jobs of certificates; a part of the catalogue. */
export const certificateJobs = {
  /** A saved model of certificates covers students who had finished before. */
  issueFinished: defineJob({
    name: 'certificates.issue_finished',
    queue: 'runs',
    payload: z.object({ templateId: Id }),
    retries: 'ownRows',
  }),
  /** The clock writes the job when the days of study that a model of certificates asks for are over; see due_jobs. */
  issueDue: defineJob({
    name: 'certificates.issue_due',
    queue: 'documents',
    payload: z.object({}),
    retries: 'upkeep',
  }),
  /** Ends what release 1.0 has begun. */
  reissueAll: defineJob({
    name: 'certificates.reissue_all',
    queue: 'runs',
    payload: z.object({ reissueId: Id }),
    retries: 'ownRows',
  }),
  renderCertificate: defineJob({
    name: 'certificates.render',
    queue: 'documents',
    payload: z.object({ certificateId: Id }),
    retries: 'ownRows',
  }),
}
