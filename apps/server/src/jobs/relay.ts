import { setTimeout as wait } from 'node:timers/promises'
import { hourMs, minuteMs } from '@escola/contract/durations'
import { nextHour, nextMonthStart } from '@escola/contract/time'
import type { Database, PlatformDb } from '@escola/db'
import type { Logger } from 'pino'
import { allJobs } from './catalogue.ts'
import { retries } from './job-definition.ts'
import {
  claimDueJobs,
  claimOverdue,
  deleteDoneBefore,
  insertDailyJobs,
  type OutboxRow,
  releaseJobs,
} from './outbox.queries.ts'
import type { QueueStore } from './queue-store.ts'
import { type LateStep, RelaySteps } from './relay-steps.ts'
import { enqueueDueJobs, insertFirstRuns } from './scheduled-jobs.queries.ts'

const pollMs = 1000
/** Pause between two claims. A claim costs as much as a job, so jobs that arrive meanwhile are claimed together. */
const pauseMs = 20
const sweepMs = hourMs
const clockMs = minuteMs
const keepDoneDays = 14
const batchSize = 100
/** Most due jobs that are enqueued in one minute; the longest overdue come first. */
const dueAtOnce = 10_000
const dailyJobs = allJobs.filter((job) => job.isDaily)
const jobsWithHour = allJobs.flatMap(({ name, dailyHour }) => (dailyHour === undefined ? [] : [{ name, dailyHour }]))
const monthlyJobs = allJobs.filter((job) => job.isMonthly).map((job) => job.name)
const byName = new Map(allJobs.map((job) => [job.name, job]))

export interface Relay {
  /** Claims again now. Called when a job has ended, because its school may have room for the next one. */
  wake(): void
  /** Steps of a look, each with how late it is: 0 while all is well. */
  listLateSteps(): LateStep[]
  /** Moment at which the loop last went on, however its steps ended. */
  turnedAt(): number
  close(): Promise<void>
}

/**
 * Moves outbox rows to the queue. Several may run at once. A row is claimed first and added after its claim has committed, so no
 * transaction waits for the queue; when the process dies between the two, the row is overdue after a while and is sent again.
 * @param overdueMs after which a row that was sent and is not done is sent again; a queue that still has it ignores that
 */
export async function startRelay({
  database,
  store,
  log,
  overdueMs,
}: {
  database: Database
  store: Pick<QueueStore, 'add'>
  log: Logger
  overdueMs: number
}): Promise<Relay> {
  let stopping = false
  let hasMoreToSend = false
  let running: Promise<void> | undefined
  let turnedAt = Date.now()

  const wake = () => {
    hasMoreToSend = true
    if (!stopping) running ??= run().finally(() => (running = undefined))
  }
  const run = async () => {
    while (hasMoreToSend && !stopping) {
      hasMoreToSend = false
      await steps.runDue()
      turnedAt = Date.now()
      if (hasMoreToSend && !stopping) await wait(pauseMs)
    }
  }
  const onPlatform = (work: (db: PlatformDb) => Promise<unknown>) => async () =>
    void (await database.withPlatform(work))
  const planJobs = (db: PlatformDb) => {
    const now = new Date()
    const hourly = jobsWithHour.map(({ name, dailyHour }) => ({
      name,
      moment: nextHour(dailyHour, now),
      isOfUse: false,
    }))
    const moment = nextMonthStart(now)
    return insertFirstRuns(db, [...hourly, ...monthlyJobs.map((name) => ({ name, moment, isOfUse: true }))])
  }
  const sendAll = async (claim: () => Promise<OutboxRow[]>) => {
    let rows: OutboxRow[]
    do {
      rows = await claim()
      try {
        await send(store, rows)
      } catch (error) {
        await database.withPlatform((db) => releaseJobs(db, rows))
        throw error
      }
      turnedAt = Date.now()
    } while (rows.length === batchSize && !stopping)
  }

  const steps = new RelaySteps(
    [
      { name: 'write due jobs', everyMs: clockMs, run: onPlatform((db) => enqueueDueJobs(db, dueAtOnce)) },
      {
        name: 'send jobs',
        everyMs: 0,
        run: () => sendAll(() => database.withPlatform((db) => claimDueJobs(db, batchSize))),
      },
      {
        name: 'send overdue jobs',
        everyMs: pollMs,
        run: () => sendAll(() => database.withPlatform((db) => claimOverdue(db, overdueMs, batchSize))),
      },
      { name: 'delete done jobs', everyMs: sweepMs, run: onPlatform((db) => deleteDoneBefore(db, keepDoneDays)) },
      { name: 'write daily jobs', everyMs: sweepMs, run: onPlatform((db) => insertDailyJobs(db, dailyJobs)) },
      { name: 'plan jobs', everyMs: sweepMs, run: onPlatform(planJobs) },
    ],
    log,
  )
  const listener = await database.listen('outbox', wake)
  const timer = setInterval(wake, pollMs)
  wake()
  return {
    wake,
    listLateSteps: () => steps.listLate(),
    turnedAt: () => turnedAt,
    close: async () => {
      stopping = true
      clearInterval(timer)
      await listener.stop()
      await running
    },
  }
}

async function send(store: Pick<QueueStore, 'add'>, rows: OutboxRow[]): Promise<void> {
  for (const [queue, group] of Map.groupBy(rows, (row) => byName.get(row.name)!.queue)) {
    await store.add(queue, group.map(entryOf))
  }
}

function entryOf({ schoolId, id, name }: OutboxRow) {
  const { attempts, backoffMs } = retries[byName.get(name)!.retries]
  return {
    name,
    data: { schoolId, outboxId: id },
    opts: {
      jobId: `${schoolId}-${id}`,
      attempts,
      backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
      // An id that is still known would be ignored, and a lost job could never be sent again.
      removeOnComplete: true,
      removeOnFail: true,
    },
  }
}
