import { once } from 'node:events'
import { expect } from 'vitest'
import { spawnMain } from './spawn-main.ts'
import type { World } from './world.ts'

/** Number of students of a piece of work whose worker is killed. KILLED_ROWS=10000 tries what the limits allow. */
export const killedRows = Number(process.env.KILLED_ROWS ?? 2000)

interface KilledWork {
  /** Numbers of students done at which the worker is killed. */
  killsAt: number[]
  total: number
  countDone: () => Promise<number>
  isDone: () => Promise<boolean>
  /** Time after which work that makes no end has failed. */
  patienceMs?: number
  /** Environment of the worker, besides that of the file's database. */
  env?: NodeJS.ProcessEnv
}

/** Lets a worker do the work of many students, kills it on the way, and lets the last one end it. */
export async function workThroughKills(
  w: World,
  { killsAt, total, countDone, isDone, patienceMs = 120_000, env = {} }: KilledWork,
): Promise<void> {
  const start = () => {
    const worker = spawnMain(w, 'main-worker.ts', { JOB_LOCK_MS: '2000', ...env })
    worker.stderr.pipe(process.stderr)
    return async () => {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
  }
  for (const killAt of killsAt) {
    const kill = start()
    await expect.poll(countDone, { timeout: patienceMs, interval: 10 }).toBeGreaterThanOrEqual(killAt)
    await kill()
    expect(await countDone()).toBeLessThan(total)
  }
  const kill = start()
  await expect.poll(isDone, { timeout: patienceMs }).toBe(true)
  await kill()
}
