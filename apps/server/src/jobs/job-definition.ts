import { minuteMs } from '@escola/contract/durations'
import type { Plans } from '@escola/db'
import { z } from 'zod'

/** Queues, each with how many of its jobs one worker runs at once, and how many of one school's jobs may be in it at once. */
export const queues = {
  imports: { perWorker: 1, perSchool: 1 },
  documents: { perWorker: 2, perSchool: 10 },
  /** Runs over all students of a school; they take minutes in a large one, and documents and ends of other schools don't wait for them. */
  runs: { perWorker: 2, perSchool: 1 },
  messages: { perWorker: 5, perSchool: 10 },
  sales: { perWorker: 4, perSchool: 4 },
  urgent: { perWorker: 2, perSchool: 10 },
  offers: { perWorker: 1, perSchool: 2 },
  editions: { perWorker: 1, perSchool: 2 },
} as const
export type QueueName = keyof typeof queues
export const queueNames = Object.keys(queues) as QueueName[]

interface Retries {
  /** Tries before a row counts as failed. A killed worker does not use one up. */
  attempts: number
  /** Pause before the second try; it doubles with each further one. */
  backoffMs: number
}

/** Named retries: a job has those of the thing that may be away, or of the time for which its work is still of use. */
export const retries = {
  /** Work on the school's own rows, behind which a user sits: two minutes outlast a restart of the database. */
  ownRows: { attempts: 8, backoffMs: 1000 },
  /** A look at what has happened meanwhile; the clock or the other side brings the next one, so twenty minutes are enough. */
  looks: { attempts: 8, backoffMs: 10_000 },
  /** Work for which no user waits: it begins again after a minute, and goes on for two hours. */
  upkeep: { attempts: 8, backoffMs: minuteMs },
  /** A user or another school waits for the result, so the first tries follow fast; two hours outlast a release that goes wrong. */
  awaited: { attempts: 14, backoffMs: 1000 },
  /** Mails and text messages: four hours. A mail that its server does not take waits by itself, and needs none of these tries. */
  delivery: { attempts: 14, backoffMs: 2000 },
  /** A buyer or a school has paid: the tries outlast a platform whose payments cannot be looked up for half a day. */
  purchases: { attempts: 16, backoffMs: 1000 },
  /** A school's charges, plan and cards: the tries outlast a provider that is away for most of a day. */
  charges: { attempts: 14, backoffMs: 10_000 },
  /** Promised for a day, and without a second chance: the tries go on for five days. */
  deadlines: { attempts: 14, backoffMs: minuteMs },
} satisfies Record<string, Retries>

export interface JobDefinition<P extends z.ZodObject = z.ZodObject> {
  name: string
  queue: QueueName
  /** Ids, keys of files and sealed texts only; the school stands beside it. */
  payload: P
  /** Planning of its statements: of a job that runs thousands of times, reading the texts again would cost more than the work. */
  plans?: Plans
  retries: keyof typeof retries
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

export const defineJob = <P extends z.ZodObject>(job: JobDefinition<P>) => job
export const definePlatformJob = <P extends z.ZodObject>(job: JobDefinition<P>): PlatformJob<P> => ({
  ...job,
  isPlatform: true,
})

/** Parts of a job that the relay writes once a day. */
export const daily = {
  queue: 'documents',
  payload: z.object({}),
  retries: 'upkeep',
  isDaily: true,
} as const
