import { packIds, packs } from '@escola/contract/prices'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centsForPoints, purchaseTransfers, reverseTransfers, takingOf, takingTransfers } from './purchase.ts'

type Transfers = ReturnType<typeof purchaseTransfers>
const sumOf = (transfers: Transfers, account: string, unit: 'cents' | 'points') =>
  transfers
    .filter((each) => each.unit === unit)
    .reduce((sum, { from, to, amount }) => sum + (to === account ? amount : from === account ? -amount : 0), 0)

it.each(packIds)('books what the pack %s gives: what was paid, and the rest as a gift', (item) => {
  const { price, cents, points } = packs[item]
  const transfers = purchaseTransfers(item, price)
  expect(sumOf(transfers, 'balance', 'cents')).toBe(cents)
  expect(sumOf(transfers, 'points', 'points')).toBe(points)
  expect(sumOf(transfers, 'provider', 'cents')).toBe(-price)
  expect(sumOf(transfers, 'promotion', 'cents')).toBe(price - cents)
})

it('books a plan as revenue, beside the balance', () => {
  expect(purchaseTransfers('middle', 19_900)).toEqual([
    { from: 'provider', to: 'revenue.plans', unit: 'cents', amount: 19_900 },
  ])
})

it.each([
  [0, 0],
  [1, 3],
  [2, 5],
  [3, 8],
  [30, 75],
  [500, 1250],
])('takes for %d missing points %d cents', (missing, cents) => {
  expect(centsForPoints(missing)).toBe(cents)
})

it('takes back in parts what was given as a whole, to the cent, and moves it back the same way', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...packIds),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      fc.nat(600),
      (item, shares, pointsAtFirst) => {
        const { price, cents, points } = packs[item]
        let before = 0
        let pointsLeft = pointsAtFirst
        const sums = { balance: 0, missing: 0, points: 0 }
        for (const share of [...shares, 1]) {
          const now = share === 1 ? price - before : Math.floor((price - before) * share)
          if (now === 0) continue
          const taking = takingOf(item, { paid: price, before, now, pointsLeft })
          const transfers = takingTransfers(item, taking, { now, to: 'provider' })
          expect(sumOf(transfers, 'provider', 'cents')).toBe(now)
          expect(sumOf(transfers, 'balance', 'cents')).toBe(-taking.balance - taking.missing)
          expect(sumOf([...transfers, ...reverseTransfers(transfers)], 'balance', 'cents')).toBe(0)
          before += now
          pointsLeft -= taking.points
          sums.balance += taking.balance
          sums.missing += taking.missing
          sums.points += taking.points
        }
        expect(sums.balance).toBe(cents)
        expect(sums.points).toBe(Math.min(points, pointsAtFirst))
        if (pointsAtFirst >= points) expect(sums.missing).toBe(0)
      },
    ),
  )
})
