import { expect, it } from 'vitest'
import { RestartPauses } from './restart-pauses.ts'

it('never makes a part that is killed again and again wait longer than five seconds', () => {
  const pauses = new RestartPauses()
  expect([2000, 2000, 2000, 2000, 2000, 2000].map((lived) => pauses.take(lived))).toEqual([
    1000, 2000, 4000, 5000, 5000, 5000,
  ])
})

it('makes the wait short again for a part that ran for a while after the last kill', () => {
  const pauses = new RestartPauses()
  for (let kill = 0; kill < 5; kill++) pauses.take(2000)
  expect([pauses.take(11_000), pauses.take(2000)]).toEqual([1000, 2000])
})
