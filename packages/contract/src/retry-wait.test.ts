import { expect, it } from 'vitest'
import { retryWait } from './retry-wait.ts'

it('doubles up to a bound, and spreads each wait around it', () => {
  expect([1, 2, 3, 6, 50].map((tries) => retryWait(tries, 0.5))).toEqual([1000, 2000, 4000, 30_000, 30_000])
  expect([retryWait(1, 0), retryWait(1, 1)]).toEqual([500, 1500])
})
