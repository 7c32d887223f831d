import { pointSwaps } from '@escola/contract/prices'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { adjustmentTransfers, effectOf, swapTransfers } from './movements.ts'

it('gives for points what the specification says', () => {
  expect(pointSwaps.map(({ points }) => effectOf(swapTransfers(points)))).toEqual([
    { cents: 100, points: -100 },
    { cents: 1000, points: -500 },
    { cents: 2500, points: -1000 },
  ])
})

it('moves an adjustment to the school or from it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }).filter(Boolean), (cents) => {
      const transfers = adjustmentTransfers(cents)
      expect(effectOf(transfers)).toEqual({ cents, points: 0 })
      expect(transfers.every(({ amount }) => amount > 0)).toBe(true)
    }),
  )
})
