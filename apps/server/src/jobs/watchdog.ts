import { Worker } from 'node:worker_threads'

const tickMs = 1000

/** Runs beside the process's own loop, so it goes on when that stops turning. It counts its own seconds: a sleeping laptop is no fault. */
const watcher = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const missed = new Int32Array(workerData.missed)
setInterval(() => {
  if (Atomics.add(missed, 0, 1) + 1 < workerData.patience) return
  writeSync(2, workerData.lastMessage + '\\n')
  process.kill(process.pid, 'SIGKILL')
}, ${tickMs})
`

/**
 * Ends the process when its event loop has not turned for a while, so that its supervisor starts another: a process that spins does no
 * work, answers no health check, and never recovers by itself.
 */
export function startWatchdog({ patienceMs, name }: { patienceMs: number; name: string }): { stop(): void } {
  const missed = new SharedArrayBuffer(4)
  const count = new Int32Array(missed)
  const lastMessage = JSON.stringify({ level: 60, msg: `${name} did not turn for ${patienceMs / 1000} s and is ended` })
  const workerData = { missed, patience: Math.ceil(patienceMs / tickMs), lastMessage }
  const thread = new Worker(watcher, {
    eval: true,
    workerData,
    // The thread is as small as it can be, and free of the process's own flags.
    execArgv: [],
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8, codeRangeSizeMb: 1, stackSizeMb: 1 },
  })
  thread.unref()
  const heartbeat = setInterval(() => Atomics.store(count, 0, 0), tickMs).unref()
  return {
    stop: () => {
      clearInterval(heartbeat)
      void thread.terminate()
    },
  }
}
