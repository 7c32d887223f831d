import { z } from 'zod'
import { daily, define, definePlatform } from '../job-definition.ts'

/** Jobs about the money that schools pay to the platform; a part of the catalogue. */
export const paymentJobs = {
  /** An event of the payment provider; the school follows from what it is about. */
  hearProvider: definePlatform({
    name: 'payments.hear',
    queue: 'urgent',
    payload: z.object({ eventId: z.string() }),
    retries: 'purchases',
  }),
  /** The clock writes the job soon after a payment begins, and then while one is open; see due_jobs. */
  followPayments: define({
    name: 'payments.follow',
    queue: 'urgent',
    payload: z.object({}),
    retries: 'looks',
  }),
  /** The clock writes the job soon after a refund is asked for; see due_jobs. */
  followRefunds: define({
    name: 'payments.follow_refunds',
    queue: 'urgent',
    payload: z.object({}),
    retries: 'looks',
  }),
  /** The clock writes the job when something of a school's monthly plan is due; see due_jobs. */
  followSubscription: define({
    name: 'payments.follow_subscription',
    queue: 'urgent',
    payload: z.object({}),
    retries: 'charges',
  }),
  /** A purchase kept one card more than the school may keep. */
  detachCard: define({
    name: 'payments.detach_card',
    queue: 'urgent',
    payload: z.object({ methodId: z.string() }),
    retries: 'charges',
  }),
  provePayments: define({ name: 'payments.prove', ...daily }),
  /** Fails while the provider has told something that no worker could hear. */
  proveEvents: definePlatform({ name: 'payments.prove_events', ...daily }),
  forgetHeardEvents: definePlatform({ name: 'payments.forget_heard_events', ...daily }),
}
