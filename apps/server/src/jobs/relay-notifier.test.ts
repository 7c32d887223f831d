import { expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { RelayNotifier } from './relay-notifier.ts'

it('notifies the relay of a call however near to the end of a run it comes', async () => {
  const { database } = await world()
  for (let steps = 0; steps < 8; steps++) {
    let notified = 0
    const pauses: (() => void)[] = []
    const readPlatform: typeof database.readPlatform = (...asked) => {
      notified++
      return database.readPlatform(...asked)
    }
    const notifier = new RelayNotifier({ readPlatform }, () => new Promise((resolve) => pauses.push(resolve)))
    notifier.notify()
    await expect.poll(() => pauses.length).toBe(1)
    pauses[0]!()
    for (let step = 0; step < steps; step++) await Promise.resolve()
    notifier.notify()
    await expect.poll(() => notified, { message: `${steps} steps after the pause` }).toBe(2)
  }
})
