import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addMonth, agreedCents, dayOfMonth, nextMonthEnd, prorate, unpaidPlan } from './plan-decision.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const exchange = { from: 'middle', to: 'super' } as const

it.each([
  ['2027-01-15', 15, ['2027-02-15', '2027-03-15']],
  ['2027-01-31', 31, ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
  ['2028-01-30', 30, ['2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
  ['2027-01-31', undefined, ['2027-02-28', '2027-03-28']],
] as const)('counts months from %s, the first day being %s', (from, firstDay, ends) => {
  let end = at(from)
  const counted = ends.map(() => {
    end = addMonth(end, 1, firstDay)
    return end.toISOString().slice(0, 10)
  })
  expect(counted).toEqual(ends)
})

it('counts months by the days of São Paulo', () => {
  const evening = (day: string) => new Date(`${day}T21:30:00-03:00`)
  expect(addMonth(evening('2027-01-30'))).toEqual(evening('2027-02-28'))
  expect(nextMonthEnd(evening('2027-02-28'), dayOfMonth(evening('2027-01-30')))).toEqual(evening('2027-03-30'))
  expect(nextMonthEnd(evening('2027-03-30'), 30)).toEqual(evening('2027-04-30'))
  expect(addMonth(evening('2027-01-31'))).toEqual(evening('2027-02-28'))
})

/** Counts a month as the provider does, in UTC. */
function addAway(from: Date, day: number): Date {
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 2, 0)).getUTCDate()
  const moved = new Date(from)
  moved.setUTCMonth(from.getUTCMonth() + 1, Math.min(day, last))
  return moved
}

/** Day and month of a moment in São Paulo. */
const localOf = (moment: Date) => new Date(moment.getTime() - 3 * 3_600_000)

it('ends each month that we count on the first day, or on the last of a shorter month, whatever the provider counted between', () => {
  const start = fc.date({ min: at('2027-01-01'), max: at('2031-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(start, fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), (first, months) => {
      const firstDay = dayOfMonth(first)
      let end = first
      // The provider counts from the day that it was given, which may be the end of a short month.
      let givenDay = first.getUTCDate()
      for (const isOurs of months) {
        const before = end
        end = isOurs ? nextMonthEnd(end, firstDay) : addAway(end, givenDay)
        if (isOurs) givenDay = end.getUTCDate()
        const local = localOf(end)
        const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
        if (isOurs) expect(local.getUTCDate()).toBe(Math.min(firstDay, last))
        expect(local.getUTCMonth()).toBe((localOf(before).getUTCMonth() + 1) % 12)
      }
    }),
    { numRuns: 2000 },
  )
})

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

it.each([
  ['the invoice of a card', { pays_with: 'card', invoice_id: 'in_1', invoice_plan_id: 'super' }, 'super'],
  ['the invoice of a mandate', { pays_with: 'pix_auto', invoice_id: 'in_1', invoice_plan_id: 'super' }, 'super'],
  ['a code, after a mandate', { pays_with: 'pix', invoice_id: 'in_1', invoice_plan_id: 'super' }, 'middle'],
  ['a code', { pays_with: 'pix', invoice_id: null, invoice_plan_id: null }, 'middle'],
] as const)('finds the plan of a month that is not paid by %s', (_case, paying, plan) => {
  expect(unpaidPlan({ plan_id: 'super', next_plan_id: 'middle', ...paying })).toBe(plan)
})
