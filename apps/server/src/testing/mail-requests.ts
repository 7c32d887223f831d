import { jobs } from '../jobs/catalogue.ts'
import { listPending, runPending } from './jobs.ts'
import type { World } from './world.ts'

/** The platform's jobs that wait in the outbox, oldest first. */
export const pendingPlatformJobs = (w: Pick<World, 'database'>) => listPending(w, undefined)

/** Does what a worker does with requested mails. @param times how often each job runs */
export const answerMailRequests = (w: Pick<World, 'database' | 'tools'>, times = 1) =>
  runPending(w, undefined, { only: [jobs.answerMailRequest], times })
