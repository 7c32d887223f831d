import { type JobsOptions, Queue, WaitingError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { throttledLog } from '../core/throttled-log.ts'
import { type QueueName, queueNames } from './job-definition.ts'
import { keepRunning, type Running } from './keep-running.ts'
import { migratePostgresQueue, postgresQueueBackend } from './postgres-queue.ts'

/** Entry that travels through the queue. The job itself is its outbox row. */
export interface QueueEntry {
  schoolId: string
  outboxId: string
}
export interface NewEntry {
  name: string
  data: QueueEntry
  opts: JobsOptions
}
/** Thrown by a consumer that gives its entry back untouched, for another worker. */
export class EntryReturned extends Error {}

type Consume = (entry: QueueEntry) => Promise<void>
/** BullMQ on Redis or PostgreSQL. Losing its entries is harmless, because the outbox sends unfinished jobs again. */
export interface QueueStore {
  add(queue: QueueName, entries: NewEntry[]): Promise<void>
  consume(queue: QueueName, concurrency: number, consume: Consume): Running
  close(): Promise<void>
}

/** The methods that both stores' queues have in common. */
interface AddingQueue {
  on(event: 'error', listener: (error: Error) => void): unknown
  waitUntilReady(): Promise<unknown>
  add(name: string, data: QueueEntry, opts: JobsOptions): Promise<unknown>
  addBulk(entries: NewEntry[]): Promise<unknown>
  close(): Promise<unknown>
}

const addTimeoutMs = 10_000
/** Number of entries that are added one by one: on PostgreSQL, adding in bulk makes two tables, which takes longer than some inserts. */
const fewEntries = 8

export async function openQueueStore(
  config: Pick<Config, 'redisUrl' | 'database' | 'jobLockMs'>,
  log: Logger,
): Promise<QueueStore> {
  const backend = config.redisUrl
    ? await redisBackend(config.redisUrl, prefixOf(config.database.queue))
    : await postgresBackend(config.database.queue)
  const errorLogs = new Map(
    queueNames.map((name) => [name, throttledLog(log.child({ queue: name }), 'queue trouble')] as const),
  )
  const queues = new Map<QueueName, Promise<AddingQueue>>()
  /** Opens a queue once. A queue whose first connection fails never recovers, so it is dropped and the next call opens another. */
  const openQueue = (name: QueueName): Promise<AddingQueue> => {
    const existing = queues.get(name)
    if (existing) return existing
    const queue: AddingQueue = backend.queue(name)
    queue.on('error', errorLogs.get(name)!)
    const ready = queue.waitUntilReady().then(
      () => queue,
      (error: unknown) => {
        queues.delete(name)
        queue.close().catch(() => undefined)
        throw error
      },
    )
    queues.set(name, ready)
    return ready
  }
  await Promise.all(queueNames.map(openQueue))
  const workerOptions = {
    autorun: false,
    lockDuration: config.jobLockMs,
    // A dead worker's job is another's after its lock and one look: within fifteen seconds, as things are set.
    stalledInterval: config.jobLockMs / 2,
    // A worker that is killed counts as a stall; the default of one would bury a job after the second kill.
    maxStalledCount: 100,
    runRetryDelay: 1000,
  }
  return {
    add: async (name, entries) => {
      await limitTime(addAll(openQueue(name), entries), addTimeoutMs)
    },
    consume: (name, concurrency, consume) => {
      const take: Take = async (job, token) => {
        try {
          await consume(job.data as QueueEntry)
        } catch (error) {
          if (!(error instanceof EntryReturned)) throw error
          await job.moveToWait(token)
          throw new WaitingError()
        }
      }
      return keepRunning(() => backend.worker(name, take, { ...workerOptions, concurrency }), errorLogs.get(name)!)
    },
    close: async () => {
      // A queue that never opened has nothing to close.
      await Promise.all([...queues.values()].map(async (queue) => (await queue.catch(() => undefined))?.close()))
    },
  }
}

async function addAll(opening: Promise<AddingQueue>, entries: NewEntry[]): Promise<void> {
  const queue = await opening
  if (entries.length > fewEntries) await queue.addBulk(entries)
  else await Promise.all(entries.map(({ name, data, opts }) => queue.add(name, data, opts)))
}

interface Tuning {
  autorun: boolean
  concurrency: number
  lockDuration: number
  stalledInterval: number
  maxStalledCount: number
  runRetryDelay: number
}
type Take = (job: { data: unknown; moveToWait(token?: string): Promise<unknown> }, token?: string) => Promise<void>

/** Installations that share a Redis do not see each other's jobs. */
const prefixOf = (databaseUrl: string) => `escola-${new URL(databaseUrl).pathname.slice(1)}`

async function redisBackend(url: string, prefix: string) {
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1 })
  client.on('error', () => {})
  try {
    await client.connect()
    const policy = /maxmemory_policy:(\S+)/.exec(await client.info('memory'))?.[1]
    if (policy !== 'noeviction') throw new Error(`Redis must run with maxmemory-policy noeviction, not ${policy}`)
  } finally {
    client.disconnect()
  }
  return {
    // Adding fails at once while Redis is away: the row stays in the outbox and is sent later.
    queue: (name: string) =>
      new Queue(name, { prefix, connection: { url, maxRetriesPerRequest: 1, enableOfflineQueue: false } }),
    worker: (name: string, take: Take, tuning: Tuning) =>
      new Worker(name, take, { prefix, connection: { url, maxRetriesPerRequest: null }, ...tuning }),
  }
}

async function postgresBackend(connection: string) {
  await migratePostgresQueue(connection)
  return {
    queue: (name: string) => new Queue(name, { connection }, postgresQueueBackend),
    worker: (name: string, take: Take, tuning: Tuning) =>
      new Worker(name, take, { connection, ...tuning }, postgresQueueBackend),
  }
}

async function limitTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the queue did not answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
