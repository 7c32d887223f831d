import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@escola/contract/durations'

/** The part of a BullMQ worker that is needed to run it; made with autorun off. */
export interface RunnableWorker {
  waitUntilReady(): Promise<unknown>
  run(): Promise<unknown>
  close(force?: boolean): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface Running {
  /** Takes no more entries and waits for those under way; at once with force. */
  close(force?: boolean): Promise<void>
}

const firstPauseMs = 500
const longestPauseMs = 15_000
/** A worker that has run this long counts as healthy, so the next restart begins with the shortest pause. */
const steadyAfterMs = minuteMs
/** Errors per second above which a worker is replaced: it retries without a pause and never recovers. */
const errorsPerSecond = 5

/**
 * Runs a worker and, when it fails, another in its place, a little later each time. BullMQ keeps the failure of a worker's first connection
 * for ever and tries again without a pause (decision 15), so a worker that was unlucky at its start would spin until it is killed.
 */
export function keepRunning(
  make: () => RunnableWorker,
  onTrouble: (error: Error) => void,
  { steadyMs = steadyAfterMs, rest: wait = waitFor } = {},
): Running {
  const closing = new AbortController()
  let current: RunnableWorker | undefined
  let pauseMs = firstPauseMs

  const runOne = async () => {
    const worker = make()
    current = worker
    const errorFlood = Promise.withResolvers<void>()
    let errors: number[] = []
    worker.on('error', (error) => {
      onTrouble(error)
      const now = Date.now()
      errors = [...errors.filter((time) => now - time < 1000), now]
      if (errors.length > errorsPerSecond) errorFlood.resolve()
    })
    let steady: NodeJS.Timeout | undefined
    try {
      await worker.waitUntilReady()
      steady = setTimeout(() => (pauseMs = firstPauseMs), steadyMs)
      await Promise.race([worker.run(), errorFlood.promise])
    } catch (error) {
      onTrouble(error as Error)
    }
    clearTimeout(steady)
    // The job that it has under way may end in peace, and may be done again by the next: every job may run twice.
    if (!closing.signal.aborted) worker.close().catch(() => undefined)
  }

  const running = (async () => {
    while (!closing.signal.aborted) {
      await runOne()
      await wait(pauseMs, closing.signal)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  })()

  return {
    close: async (force) => {
      closing.abort()
      await current?.close(force).catch(() => undefined)
      await running
    },
  }
}

/** Waits, and no longer once the signal aborts. */
const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)
