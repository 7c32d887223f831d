import { once } from 'node:events'
import { minuteMs } from '@escola/contract/durations'
import { freePort } from '@escola/dev-services/ports'
import { expect } from 'vitest'
import { spawnMain } from '../../testing/spawn-main.ts'
import type { PlanWorld } from './subscriptions/plans.testing.ts'

/** Starts an API of its own, and says how to end it as a power cut does. */
async function startApi(p: PlanWorld) {
  const port = await freePort()
  const api = spawnMain(p.w, 'main-api.ts', { ...p.env, PORT: String(port) })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: minuteMs },
    )
    .toBe(true)
  return {
    post: (as: { token: string }, path: string, body: object) =>
      fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    kill: async () => {
      api.kill('SIGKILL')
      await once(api, 'exit')
    },
  }
}

export type Api = Awaited<ReturnType<typeof startApi>>

/** Processes that are killed while the provider, which has done what they asked, says nothing. */
export function killing(world: () => PlanWorld) {
  const hang = async (operations: readonly string[]) => {
    for (const operation of operations) await world().control.failNext({ operation, how: 'hang_after' })
  }
  /** Kills an API that waits for the answers to some calls. */
  const killAfter = async (
    operations: readonly string[],
    calls: ((api: Api) => Promise<unknown>)[],
    isDone: () => Promise<boolean>,
  ) => {
    const api = await startApi(world())
    await hang(operations)
    const answers = calls.map((call) => call(api).catch(() => 'killed'))
    await expect.poll(isDone, { timeout: 20_000 }).toBe(true)
    await api.kill()
    expect(await Promise.all(answers)).toEqual(calls.map(() => 'killed'))
  }
  const killWorkerAfter = async (operations: readonly string[], isDone: () => Promise<boolean>) => {
    await hang(operations)
    const worker = spawnMain(world().w, 'main-worker.ts', world().env)
    await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  return { killAfter, killWorkerAfter }
}
