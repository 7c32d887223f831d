import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@escola/contract/durations'
import type { Database } from '@escola/db'
import type { Registry } from 'prom-client'
import type { Workers } from './worker.ts'

export interface WorkerState {
  database: Pick<Database, 'ping'>
  registry: Registry
  /** None while it waits for its database. */
  workers: Pick<Workers, 'turnedAt'> | undefined
  isStopping: boolean
}

/**
 * /healthz: 503 while it stops, or when its loop has not turned for a minute although the database answers. /readyz: it works. /metrics: for
 * Prometheus.
 */
export async function answerWorkerRequest(
  { url }: IncomingMessage,
  response: ServerResponse,
  state: WorkerState,
): Promise<void> {
  const answer = (isGood: boolean) =>
    response.writeHead(isGood ? 200 : 503, { 'content-type': 'application/json' }).end(`{"ok":${isGood}}`)
  try {
    if (url === '/metrics') {
      const body = await state.registry.metrics()
      response.writeHead(200, { 'content-type': state.registry.contentType }).end(body)
    } else if (url === '/healthz') answer(!state.isStopping && (hasTurned(state) || (await isAway(state))))
    else if (url === '/readyz') answer(!state.isStopping && state.workers !== undefined)
    else response.writeHead(404).end()
  } catch {
    response.writeHead(503).end()
  }
}

const hasTurned = ({ workers }: WorkerState) => !workers || Date.now() - workers.turnedAt() < minuteMs

/** A probe waits no longer for its answer. */
const answerWithinMs = 2000

/** A worker whose database is away waits for it, and another in its place would wait as well. */
const isAway = ({ database }: WorkerState): Promise<boolean> =>
  Promise.race([
    database.ping().then(
      () => false,
      () => true,
    ),
    sleep(answerWithinMs, true, { ref: false }),
  ])
