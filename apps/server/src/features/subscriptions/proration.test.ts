import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agreedCents, prorate } from './proration.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const exchange = { from: 'middle', to: 'super' } as const

it.each([
  ['a whole month', '2027-01-10', '2027-02-10', 10, 40_000],
  ['half of one', '2027-04-25', '2027-05-10', undefined, 20_000],
  ['a month that is paid five days early', '2027-04-05', '2027-05-10', 10, 46_452],
  ['the short month of a plan that began on the last day', '2027-01-31', '2027-02-28', 31, 40_000],
  ['nothing', '2027-02-11', '2027-02-10', 10, 0],
] as const)('charges an upgrade for %s', (_case, now, paidUntil, firstDay, cents) => {
  const quote = prorate(exchange, { now: at(now), paidUntil: at(paidUntil), firstDay })
  expect(Math.abs(quote.now - cents)).toBeLessThanOrEqual(1)
})

it.each([
  ['a greater quote', { credit: 100, now: 322 }, 320, 322],
  ['a quote that is a cent more for its rounding', { credit: 100, now: 321 }, 320, 320],
  ['a quote that is less', { credit: 100, now: 319 }, 320, 319],
  ['a quote of which nothing was shown', { credit: 100, now: 319 }, undefined, 319],
  ['a first month', { credit: 0, now: 19_900 }, 19_899, 19_900],
  ['the least sum', { credit: 1, now: 50 }, 49, 50],
] as const)('asks of the payer for %s', (_case, quote, shown, cents) => {
  expect(agreedCents(quote, shown)).toBe(cents)
})

it('asks in a later moment for no more than was shown before', () => {
  const start = fc.integer({ min: 0, max: 2_600_000 })
  const quoteAt = (second: number) =>
    prorate(exchange, {
      now: new Date(Date.UTC(2027, 0, 10, 12, 0, second)),
      paidUntil: new Date('2027-02-10T12:00:00Z'),
    })
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 60 }), (second, more) => {
      const { now: shown } = quoteAt(second)
      expect(agreedCents(quoteAt(second + more), shown)).toBeLessThanOrEqual(shown)
    }),
    { numRuns: 2000 },
  )
})
