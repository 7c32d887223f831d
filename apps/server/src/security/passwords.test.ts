import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { runAs } from '../core/current-caller.ts'
import { passwordPlaces, verifyPassword } from './passwords.ts'

const atWork = availableParallelism()

const flood = (count: number, key?: string) => {
  const seen = { done: 0, refused: [] as unknown[], all: Promise.resolve<unknown>(undefined) }
  const verify = () =>
    verifyPassword('segredo1', null).then(
      () => void seen.done++,
      (error) => void seen.refused.push(error),
    )
  runAs(key === undefined ? undefined : { key }, () => {
    seen.all = Promise.all(Array.from({ length: count }, verify))
  })
  return seen
}

it('lets some wait, refuses more at once, and takes people at a familiar address first', async () => {
  const outsiders = flood(atWork + passwordPlaces + 5)
  await verifyPassword('segredo1', null, { familiar: true })
  // One thread may stand still on a busy machine while another goes on, but all of the queue never goes before a familiar address.
  expect(outsiders.done).toBeLessThan(passwordPlaces / 2)
  await outsiders.all
  expect(outsiders.done).toBe(atWork + passwordPlaces)
  expect(outsiders.refused).toHaveLength(5)
  expect(outsiders.refused[0]).toMatchObject({ code: 'unavailable', retryAfter: 1 })
})

describe('one address that sends many passwords', () => {
  it('takes half of the places and no more, and the next of another address is tried before most of them', async () => {
    const many = flood(passwordPlaces, '203.0.113.1')
    const other = flood(1, '203.0.113.2')
    await other.all
    expect(other.done).toBe(1)
    expect(many.done).toBeLessThanOrEqual(2 * atWork + 2)
    await many.all
    expect([many.done, many.refused.length]).toEqual([atWork + passwordPlaces / 2, passwordPlaces / 2 - atWork])
  })
})
