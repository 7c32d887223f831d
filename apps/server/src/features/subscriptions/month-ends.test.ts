import { hourMs } from '@escola/contract/durations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addMonth, dayOfMonth, nextMonthEnd } from './month-ends.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)

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
const localOf = (moment: Date) => new Date(moment.getTime() - 3 * hourMs)

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
    { numRuns: 300 },
  )
})
