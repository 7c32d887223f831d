import type { Database, PlatformDb, SchoolDb } from '@escola/db'
import { UnrecoverableError } from 'bullmq'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openSchool } from '../core/scope.ts'
import type { Tools } from '../core/tools.ts'
import { assertOneHandlerEach, type JobHandler } from './handlers.ts'
import { platformId, queueNames, queues, retries } from './job-definition.ts'
import { findOpenJob, makeDoneWrite, markJobDone, recordJobFailure } from './outbox.queries.ts'
import { EntryReturned, openQueueStore, type QueueEntry } from './queue-store.ts'
import { startRelay } from './relay.ts'
import type { LateStep } from './relay-steps.ts'

const closeWithinMs = 25_000

export interface JobResult {
  name: string
  result: 'done' | 'retry' | 'failed'
  seconds: number
}

export interface Workers {
  /** Steps of the relay, each with how late it is. */
  listLateSteps(): LateStep[]
  /** Moment at which the relay's loop last went on, however its steps ended. */
  turnedAt(): number
  /** Takes no more work, tells long jobs to stop at their next step, and waits for the rest for a while. */
  close(): Promise<void>
}

/** Runs the relay and every job's handler in this process. */
export async function startWorkers({
  database,
  tools,
  handlers,
  config,
  log,
  onResult = () => undefined,
}: {
  database: Database
  tools: Tools
  handlers: JobHandler[]
  config: Pick<Config, 'redisUrl' | 'database' | 'jobLockMs'>
  log: Logger
  onResult?: (result: JobResult) => void
}): Promise<Workers> {
  assertOneHandlerEach(handlers)
  const byName = new Map(handlers.map((handler) => [handler.job.name, handler]))
  const stop = new AbortController()
  const store = await openQueueStore(config, log)
  // Twice the lock: by then the queue itself has given a dead worker's job to another, if it still knows it.
  const relay = await startRelay({ database, store, log, overdueMs: config.jobLockMs * 2 })
  const consumers = queueNames.map((name) => store.consume(name, queues[name].perWorker, consume))

  async function consume({ schoolId, outboxId }: QueueEntry): Promise<void> {
    const school = openSchool(database, schoolId)
    const key = { schoolId, id: outboxId }
    const inTx = <T>(work: (db: SchoolDb | PlatformDb) => Promise<T>) =>
      schoolId === platformId ? database.withPlatform(work) : school.tx(work)
    const row = await inTx((db) => findOpenJob(db, key))
    if (!row) return
    const handler = byName.get(row.name)
    if (!handler) throw new Error(`no handler for ${row.name}`)
    const endNow = () => ({ on: tools.now(), erasesPayload: handler.job.erasesPayload === true })
    const jobLog = log.child({ job: row.name, schoolId, outboxId })
    const started = performance.now()
    const report = (result: JobResult['result']) =>
      onResult({ name: row.name, result, seconds: (performance.now() - started) / 1000 })
    try {
      await handler.run(openSchool(database, schoolId, handler.job.plans), row.payload, tools, stop.signal)
    } catch (error) {
      if (stop.signal.aborted) throw new EntryReturned()
      // A payload that cannot be read will not get better; what the job reads besides may be of a newer release, and is tried again.
      const isReadable = handler.job.payload.safeParse(row.payload).success
      const tries = row.attempts + 1
      const mostTries = retries[handler.job.retries].attempts
      let isLast = tries >= mostTries || !isReadable
      if (isLast && isReadable)
        try {
          await handler.giveUp?.(school, row.payload, error as Error, tools)
        } catch (failure) {
          jobLog.error({ err: failure }, 'a job could not be given up')
          // Giving up is tried as often as the job itself, and not for ever.
          isLast = tries >= mostTries * 2
        }
      const { message, cause } = error instanceof Error ? error : new Error(String(error))
      const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
      await inTx((db) => recordJobFailure(db, key, reason, isLast ? endNow() : undefined))
      report(isLast ? 'failed' : 'retry')
      if (!isLast) {
        jobLog.warn({ err: error }, 'job will be tried again')
        throw error
      }
      jobLog.error({ err: error }, 'job failed for good')
      relay.wake()
      throw new UnrecoverableError((error as Error).message)
    }
    if (schoolId === platformId) await database.withPlatform((db) => markJobDone(db, key, endNow()))
    else await school.write([makeDoneWrite(key, endNow())])
    report('done')
    jobLog.debug('job done')
    relay.wake()
  }

  return {
    listLateSteps: relay.listLateSteps,
    turnedAt: relay.turnedAt,
    close: async () => {
      stop.abort(new Error('the worker stops'))
      await relay.close()
      const closed = Promise.all(consumers.map((consumer) => consumer.close()))
      const late = new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())
      await Promise.race([closed, late])
      await store.close()
    },
  }
}
