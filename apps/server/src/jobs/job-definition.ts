import type { Plans } from '@escola/db'
import { z } from 'zod'

export const queueNames = ['imports', 'documents', 'messages', 'sales', 'urgent', 'offers', 'editions'] as const
export type QueueName = (typeof queueNames)[number]

export interface JobDefinition<P extends z.ZodObject = z.ZodObject> {
  name: string
  queue: QueueName
  /** Ids, keys of files and sealed texts only; the school stands beside it. */
  payload: P
  /** Planning of its statements: of a job that runs thousands of times, reading the texts anew would cost more than the work. */
  plans?: Plans
  /** Tries before a row counts as failed. A killed worker does not use one up. */
  attempts: number
  /** Pause before the second try; it doubles with each further one. */
  backoffMs: number
  /** The relay writes the job once a day for each school, or once for the platform, with an empty payload. */
  isDaily?: boolean
  /** Daily job of those schools alone that may offer their courses to affiliates. */
  isOfFranchisors?: true
  /** Hour of São Paulo's clock at which the job runs each day in every school; see due_jobs. */
  dailyHour?: number
  /** The job runs when a month begins in São Paulo, in each school that has students or a domain of its own; see due_jobs. */
  isMonthly?: boolean
  /** The platform begins the job before a school is known; its rows name the school platformId. */
  isPlatform?: true
  /** The payload holds something about a person that must not outlive the job. */
  erasesPayload?: true
}
/** Stands for the school in the rows of the platform's own jobs. No school has this id, and none can be opened by it. */
export const platformId = '0'

export type PlatformJob<P extends z.ZodObject = z.ZodObject> = JobDefinition<P> & { isPlatform: true }

export const define = <P extends z.ZodObject>(job: JobDefinition<P>) => job
export const definePlatform = <P extends z.ZodObject>(job: JobDefinition<P>): PlatformJob<P> => ({
  ...job,
  isPlatform: true,
})

/** Parts of a job that the relay writes once a day. */
export const daily = {
  queue: 'documents',
  payload: z.object({}),
  attempts: 8,
  backoffMs: 60_000,
  isDaily: true,
} as const
