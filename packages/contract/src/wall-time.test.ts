import { expect, it } from 'vitest'
import { Moment } from './calendars.contract.ts'
import { hourMs } from './durations.ts'
import { momentOf, utcOf, wallTimeOf } from './wall-time.ts'

it.each([
  ['2026-11-21T14:30', '2026-11-21T17:30:00.000Z'],
  ['2026-12-31T23:59', '2027-01-01T02:59:00.000Z'],
  // Clocks were an hour ahead in the summer time of those years.
  ['2018-12-24T08:00', '2018-12-24T10:00:00.000Z'],
  // Clocks went from midnight to one that day, so its first hour is missing.
  ['2018-11-03T23:59', '2018-11-04T02:59:00.000Z'],
  ['2018-11-04T00:00', '2018-11-04T03:00:00.000Z'],
  ['2018-11-04T00:30', '2018-11-04T03:30:00.000Z'],
  ['2018-11-04T01:00', '2018-11-04T03:00:00.000Z'],
  // Clocks went from midnight back to eleven that day, so its last hour came twice.
  ['2018-02-17T22:59', '2018-02-18T00:59:00.000Z'],
  ['2018-02-17T23:30', '2018-02-18T01:30:00.000Z'],
  ['2018-02-18T00:00', '2018-02-18T03:00:00.000Z'],
])('%s in São Paulo is %s', (wallTime, utc) => expect(momentOf(wallTime).toISOString()).toBe(utc))

it('comes back to each moment that has a time of its own, and to the first of two that share one', () => {
  const shared: string[] = []
  for (let moment = Date.parse('2018-01-01T00:30:00Z'); moment < Date.parse('2019-01-01T00:00:00Z'); moment += hourMs) {
    const back = momentOf(wallTimeOf(new Date(moment))).getTime()
    if (back !== moment) shared.push(wallTimeOf(new Date(moment)))
    expect([moment, moment - hourMs]).toContain(back)
  }
  expect(shared).toEqual(['2018-02-17T23:30'])
})

it.each(['', '2026-11-21', '0026-11-21T14:30', '2026-13-01T14:30', '2126-11-21T14:30'])(
  '“%s” is no day to mean',
  (text) => expect(utcOf(text)).toBeUndefined(),
)

it('takes from a field what the server takes', () => {
  for (const wallTime of ['2000-01-01T00:00', '2099-12-31T23:59'])
    expect(Moment.safeParse(utcOf(wallTime)).success, wallTime).toBe(true)
})
