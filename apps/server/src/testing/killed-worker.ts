import { once } from 'node:events'
import { expect } from 'vitest'
import { workThroughDeaths } from './dying-worker.ts'
import type { NamedJob } from './jobs.ts'
import { spawnMain } from './spawn-main.ts'
import { openTransaction, untilWaiting } from './waiting-transactions.ts'
import type { World } from './world.ts'

/** Real processes are killed where KILLED_PROCESSES says so, as `pnpm stress tests` does. The suite lets most workers die within the test's own process. */
export const killsProcesses = process.env.KILLED_PROCESSES !== undefined

/** Number of students of a piece of work whose worker is killed. KILLED_ROWS=10000 tries what the limits allow. */
export const killedRows = Number(process.env.KILLED_ROWS ?? (killsProcesses ? 2000 : 1100))

export interface Kill {
  /** Statement of a transaction of the test's own that stays open until the worker is dead. It holds a row without which the work can't end. */
  hold: [text: string, values: unknown[]]
  /** Number that is done, at the least, when the worker is killed. */
  done: number
  countDone?: () => Promise<number>
  /** The worker is killed at what it does beside the row that is held, and not where it waits for it. */
  isBeside?: boolean
}

interface KilledWork {
  kills: Kill[]
  countDone: () => Promise<number>
  isDone: () => Promise<boolean>
  /** Looks at the last worker once the work is done. */
  beforeEnd?: (pid: number) => Promise<void>
  /** Time after which work that makes no end has failed. */
  patienceMs?: number
  /** Environment of the worker, besides that of the file's database. */
  env?: NodeJS.ProcessEnv
}

/**
 * Lets a worker do the work of many students, kills it on the way, and lets the last one end it. A worker is killed inside a transaction that waits for
 * what the test holds, so the work is never over before, however fast it is.
 */
export async function workThroughKills(
  w: World,
  { kills, countDone, isDone, beforeEnd, patienceMs = 600_000, env = {} }: KilledWork,
): Promise<void> {
  const start = () => {
    const worker = spawnMain(w, 'main-worker.ts', { JOB_LOCK_MS: '2000', ...env })
    worker.stderr.pipe(process.stderr)
    const kill = async () => {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
    return { pid: worker.pid!, kill }
  }
  for (const { hold, done, countDone: count = countDone, isBeside } of kills) {
    const gate = await openTransaction(w.databaseUrl, ...hold)
    const { kill } = start()
    await expect.poll(count, { timeout: patienceMs, interval: 50 }).toBeGreaterThanOrEqual(done)
    if (!isBeside) await untilWaiting(w.databaseUrl, 1, { on: gate.pid, timeout: patienceMs })
    await kill()
    expect(await isDone()).toBe(false)
    await gate.rollback()
  }
  const { pid, kill } = start()
  await expect.poll(isDone, { timeout: patienceMs, interval: 200 }).toBe(true)
  await beforeEnd?.(pid)
  await kill()
}

interface BatchedWork extends KilledWork {
  /** The school that has the jobs. */
  school: { id: string }
  jobs: NamedJob[]
}

/** Lets workers do a school's jobs, and die on the way: within this process, or as processes that are killed. */
export async function workThroughDeath(w: World, { school, jobs, ...work }: BatchedWork): Promise<void> {
  if (killsProcesses) return workThroughKills(w, work)
  // Without a death before and after a commit nothing was tried.
  expect(await workThroughDeaths(w, school.id, jobs)).toBeGreaterThanOrEqual(2)
  expect(await work.isDone()).toBe(true)
}

/** Kills at some students of a class, which work changes in the order of their ids, some in each transaction. */
export const killsAtEnrollments = (
  { id }: { id: string },
  { cohortId, userIds, at, batch }: { cohortId: string; userIds: string[]; at: number[]; batch: number },
): Kill[] => {
  const ordered = userIds.toSorted((one, other) => Number(one) - Number(other))
  return at.map((place) => ({
    hold: [
      'select from enrollments where school_id = $1 and cohort_id = $2 and user_id = $3 for update',
      [id, cohortId, ordered[place]],
    ],
    done: place - (place % batch),
  }))
}
