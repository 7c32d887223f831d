import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { defineJob, definePlatformJob } from '../job-definition.ts'

/** Jobs of users' accounts, above the schools; a part of the catalogue. */
export const accountJobs = {
  /** A user waits for a mail with a link. The answer must not say whether there is such a user, so the job looks. */
  answerMailRequest: definePlatformJob({
    name: 'sessions.answer_mail_request',
    queue: 'urgent',
    payload: z.object({
      kind: z.enum(['activation', 'recovery']),
      sealedEmail: z.string(),
      schoolId: Id.nullable(),
      minute: z.string(),
    }),
    retries: 'awaited',
    erasesPayload: true,
  }),
  /** A mail about a change of a user's e-mail. It goes to an address that is not yet, or no longer, their account's, so it is not a message. */
  notifyOfEmailChange: definePlatformJob({
    name: 'email_changes.tell',
    queue: 'urgent',
    payload: z.object({
      changeId: Id,
      kind: z.enum(['code', 'changed', 'restored', 'left']),
      schoolId: Id.nullable(),
    }),
    retries: 'awaited',
  }),
  /** Written when an e-mail changes, and runs when the old one is to be free again. */
  releaseEmail: definePlatformJob({
    name: 'email_changes.release',
    queue: 'documents',
    payload: z.object({ changeId: Id }),
    retries: 'deadlines',
  }),
  /** Rows that a school has under a user's former e-mail move to the present one. */
  followEmail: defineJob({
    name: 'email_changes.follow',
    queue: 'documents',
    payload: z.object({ userId: Id, changeIds: z.array(Id).min(1) }),
    retries: 'awaited',
  }),
  /** Written when a user asks for their account to be deleted, and runs on the day: there is nothing to do when they have taken it back. */
  eraseAccount: definePlatformJob({
    name: 'own_data.erase_account',
    queue: 'documents',
    payload: z.object({ userId: Id }),
    retries: 'deadlines',
  }),
  /** The payload carries the erased user's address, because no table holds it now. */
  notifyOfErasure: definePlatformJob({
    name: 'own_data.tell_erased',
    queue: 'messages',
    payload: z.object({ userId: Id, sealedPerson: z.string() }),
    retries: 'delivery',
    erasesPayload: true,
  }),
}
