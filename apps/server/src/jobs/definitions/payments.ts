import { z } from 'zod'
import { daily, defineJob, definePlatformJob } from '../job-definition.ts'

/** Jobs about the money that schools pay to the platform; a part of the catalogue. */
export const paymentJobs = {
  /** Processes an event of the payment provider. The event's object names the customer, and the customer belongs to a school. */
  processPaymentEvent: definePlatformJob({
    name: 'payments.hear',
    queue: 'urgent',
    payload: z.object({ eventId: z.string() }),
    retries: 'purchases',
  }),
  /** The clock writes the job soon after a payment begins, and then while one is open; see due_jobs. */
  followPayments: defineJob({
    name: 'payments.follow',
    queue: 'urgent',
    payload: z.object({}),
    retries: 'looks',
  }),
  /** The clock writes the job soon after a refund is asked for; see due_jobs. */
  followRefunds: defineJob({
    name: 'payments.follow_refunds',
    queue: 'urgent',
    payload: z.object({}),
    retries: 'looks',
  }),
  /** The clock writes the job when something of a school's monthly plan is due; see due_jobs. */
  followSubscription: defineJob({
    name: 'payments.follow_subscription',
    queue: 'urgent',
    payload: z.object({}),
    retries: 'charges',
  }),
  /** A purchase kept one card more than the school may keep. */
  detachCard: defineJob({
    name: 'payments.detach_card',
    queue: 'urgent',
    payload: z.object({ methodId: z.string() }),
    retries: 'charges',
  }),
  reconcilePayments: defineJob({ name: 'payments.prove', ...daily }),
  /** Fails while an event of the provider is older than a day and still unprocessed. */
  proveEvents: definePlatformJob({ name: 'payments.prove_events', ...daily }),
  deleteProcessedEvents: definePlatformJob({ name: 'payments.forget_heard_events', ...daily }),
}
