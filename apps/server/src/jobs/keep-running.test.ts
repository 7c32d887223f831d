import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { keepRunning } from './keep-running.ts'

/** The pauses before the next workers, each of which becomes ready and then fails; the one with that number runs for a while first. */
async function pausesOf(count: number, steadyNumber?: number) {
  const pauses: number[] = []
  const over = Promise.withResolvers<void>()
  const running = keepRunning(
    () =>
      Object.assign(new EventEmitter(), {
        waitUntilReady: async () => undefined,
        run: async () => {
          if (pauses.length + 1 === steadyNumber) await sleep(100)
          throw new Error('it ended')
        },
        close: async () => undefined,
      }),
    () => undefined,
    {
      steadyMs: 20,
      rest: async (ms) => {
        pauses.push(ms)
        if (pauses.length < count) return
        over.resolve()
        await new Promise(() => undefined)
      },
    },
  )
  await over.promise
  void running.close()
  return pauses
}

it('waits longer each time for a worker that fails again and again after it was ready', async () => {
  expect(await pausesOf(7)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
})

it('begins anew after a worker that has run for a while', async () => {
  expect(await pausesOf(5, 3)).toEqual([500, 1000, 500, 1000, 2000])
})
