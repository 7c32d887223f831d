import { packIds, packs } from '@escola/contract/prices'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  centsForPoints,
  purchaseTransfers,
  reverseTransfers,
  type Taking,
  takingOf,
  takingTransfers,
} from './purchase.ts'

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

it('takes, after a failed refund, what is owed for the whole sum that was returned', () => {
  const whole = { paid: 2990, pointsLeft: 30 }
  const first = takingOf('basic', { ...whole, before: 0, now: 1000, taken: [] })
  const second = takingOf('basic', { ...whole, before: 1000, now: 1000, taken: [first], pointsLeft: 20 })
  expect(second).toEqual({ balance: 1004, points: 10, missingPoints: 0, missing: 0 })
  const rest = takingOf('basic', { ...whole, before: 1000, now: 1990, taken: [second], pointsLeft: 20 })
  expect(rest).toEqual({ balance: 1996, points: 20, missingPoints: 0, missing: 0 })
})

it('takes the same money for missing points in several partial refunds as in one full refund', () => {
  const take = (before: number, now: number, ...taken: Taking[]) =>
    takingOf('basic', { paid: 2990, before, now, taken, pointsLeft: 0 })
  expect(take(0, 2990).missing).toBe(75)
  const half = take(0, 1495)
  expect([half.missing, take(1495, 1495, half).missing]).toEqual([38, 37])
})

it('takes back in parts what was given as a whole, to the cent, whichever parts fail, and moves it back the same way', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...packIds),
      fc.array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.boolean() }), { maxLength: 8 }),
      fc.nat(600),
      (item, parts, pointsAtFirst) => {
        const { price, cents, points } = packs[item]
        let pointsLeft = pointsAtFirst
        const kept: { now: number; fails: boolean; taking: Taking }[] = []
        const sumOfKept = (partOf: (one: (typeof kept)[number]) => number) =>
          kept.reduce((sum, one) => sum + partOf(one), 0)
        const fail = () => {
          const at = kept.findIndex(({ fails }) => fails)
          if (at >= 0) pointsLeft += kept.splice(at, 1)[0]!.taking.points
          return at >= 0
        }
        for (const { share, fails } of [...parts, { share: 1, fails: false }]) {
          // One that is to fail does so when others have come after it.
          if (kept.length > 2) fail()
          while (share === 1 && fail());
          const before = sumOfKept(({ now }) => now)
          const now = share === 1 ? price - before : Math.floor((price - before) * share)
          if (now === 0) continue
          const taken = kept.map(({ taking }) => taking)
          const taking = takingOf(item, { paid: price, before, now, taken, pointsLeft })
          const transfers = takingTransfers(item, taking, { now, to: 'provider' })
          expect(sumOf(transfers, 'provider', 'cents')).toBe(now)
          expect(sumOf(transfers, 'balance', 'cents')).toBe(-taking.balance - taking.missing)
          expect(sumOf([...transfers, ...reverseTransfers(transfers)], 'balance', 'cents')).toBe(0)
          pointsLeft -= taking.points
          kept.push({ now, fails, taking })
        }
        expect(sumOfKept(({ taking }) => taking.balance)).toBe(cents)
        expect(sumOfKept(({ taking }) => taking.points)).toBe(Math.min(points, pointsAtFirst))
        const missing = Math.max(0, points - pointsAtFirst)
        expect(sumOfKept(({ taking }) => taking.missingPoints)).toBe(missing)
        expect(sumOfKept(({ taking }) => taking.missing)).toBe(centsForPoints(missing))
      },
    ),
    { numRuns: 10_000 },
  )
})
