import { once } from 'node:events'
import { freePort } from '@escola/dev-services/ports'
import { expect } from 'vitest'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { killsProcesses } from '../../testing/killed-worker.ts'
import { spawnMain } from '../../testing/spawn-main.ts'
import type { PlanWorld } from '../subscriptions/plans.testing.ts'

/** Starts an API of its own, and says how to end it as a power cut does. */
async function startApi(p: PlanWorld) {
  const port = await freePort()
  const api = spawnMain(p.w, 'main-api.ts', { ...p.env, PORT: String(port) })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
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

interface BrokenCall {
  /** Operation of the provider after which the call goes no further. */
  operation: string
  /** Tells whether the provider has done it. */
  isDone: () => Promise<boolean>
  /** Makes the call by an API. */
  post: (api: Api) => Promise<unknown>
  /** Makes the same call within this process. */
  act: (tools: PlanWorld['tools']) => Promise<unknown>
}

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
    await expect.poll(isDone).toBe(true)
    await api.kill()
    expect(await Promise.all(answers)).toEqual(calls.map(() => 'killed'))
  }
  /** Lets a call end, without another step, once the provider has done what it asked: it never gets the answer. */
  const dieAfter = async ({ isDone, act }: BrokenCall) => {
    const { provider, tools } = world()
    const died = Promise.withResolvers<string>()
    const ask: PaymentProvider['ask'] = async (work) => {
      const answer = await provider.ask(work)
      if (!(await isDone())) return answer
      died.resolve('dead')
      return new Promise<never>(() => undefined)
    }
    const ended = act({ ...tools, provider: { ...provider, ask } }).then(() => 'ended')
    expect(await Promise.race([ended, died.promise])).toBe('dead')
  }
  /**
   * Breaks a call off by the kill of its process, or within this one where the suite spares the start of an API; it kills one in
   * plan-changes.kill.test.ts.
   */
  const breakOff = (call: BrokenCall) =>
    killsProcesses ? killAfter([call.operation], [call.post], call.isDone) : dieAfter(call)
  const killWorkerAfter = async (operations: readonly string[], isDone: () => Promise<boolean>) => {
    await hang(operations)
    const worker = spawnMain(world().w, 'main-worker.ts', world().env)
    await expect.poll(isDone).toBe(true)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  return { killAfter, breakOff, killWorkerAfter }
}
