import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { verifyPassword } from './passwords.ts'

const atWork = availableParallelism()

it('lets some wait, refuses more at once, and takes people at a familiar address first', async () => {
  const waiting = 40 * atWork
  let done = 0
  const outsiders = Array.from({ length: atWork + waiting + 5 }, () =>
    verifyPassword('segredo1', null).then(
      () => void done++,
      (error) => error,
    ),
  )
  await verifyPassword('segredo1', null, { familiar: true })
  // One thread may stand still on a busy machine while another goes on, but all of the queue never goes before a familiar address.
  expect(done).toBeLessThan(waiting / 2)
  const refused = (await Promise.all(outsiders)).filter(Boolean)
  expect(done).toBe(atWork + waiting)
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ code: 'unavailable', retryAfter: 1 })
})
