import { expect, it } from 'vitest'
import { hourMs } from './durations.ts'
import {
  formatAgo,
  formatDate,
  formatLongDate,
  lastHour,
  minuteOf,
  monthOf,
  monthStart,
  nextHour,
  nextMonth,
} from './time.ts'

it.each([
  ['2026-11-30T23:59:59Z', '2026-11'],
  ['2026-12-01T02:59:59.999Z', '2026-11'],
  ['2026-12-01T03:00:00Z', '2026-12'],
  ['2027-01-01T02:00:00Z', '2026-12'],
])('%s is in %s in São Paulo', (utc, month) => expect(monthOf(new Date(utc))).toBe(month))

it.each([
  ['2026-11', '2026-11-01T03:00:00.000Z'],
  // Clocks were an hour ahead in the summer time of those years.
  ['2018-12', '2018-12-01T02:00:00.000Z'],
  ['2018-11', '2018-11-01T03:00:00.000Z'],
  ['2019-03', '2019-03-01T03:00:00.000Z'],
])('%s begins at %s', (month, utc) => expect(monthStart(month).toISOString()).toBe(utc))

it.each([
  [0, 'há menos de 1 h'],
  [1.5, 'há 1 h'],
  [23.9, 'há 23 h'],
  [24, 'há 1 dia'],
  [30 * 24 - 1, 'há 29 dias'],
  [30 * 24, 'em 01/11/2026'],
  // Clocks differ a little.
  [-0.1, 'há menos de 1 h'],
])('so many hours ago is told in words: %s', (hours, words) => {
  const now = new Date('2026-12-01T12:00:00Z')
  expect(formatAgo(new Date(now.getTime() - hours * hourMs), now)).toBe(words)
})

it('every month begins where the one before it ends', () => {
  for (let month = '2015-01'; month < '2032-01'; month = nextMonth(month)) {
    const start = monthStart(month)
    expect(monthOf(start)).toBe(month)
    expect(nextMonth(monthOf(new Date(start.getTime() - 1)))).toBe(month)
  }
})

it('shows dates as Brazilians write them, by their own clock', () => {
  expect(formatDate('2026-11-21T01:00:00Z')).toBe('20/11/2026')
  expect(formatLongDate(new Date('2026-11-21T12:00:00Z'))).toBe('21 de novembro de 2026')
})

it('counts whole minutes', () => {
  expect(minuteOf(new Date(119_999))).toBe(1)
  expect(minuteOf(new Date(120_000))).toBe(2)
})

it.each([
  ['2026-03-10T10:59:59.999Z', '2026-03-09T11:00:00.000Z', '2026-03-10T11:00:00.000Z'],
  ['2026-03-10T11:00:00Z', '2026-03-10T11:00:00.000Z', '2026-03-11T11:00:00.000Z'],
  // It is still the day before in São Paulo.
  ['2026-03-11T02:00:00Z', '2026-03-10T11:00:00.000Z', '2026-03-11T11:00:00.000Z'],
])('%s is after eight o’clock at %s and before the one at %s', (moment, last, next) => {
  expect(lastHour(8, new Date(moment)).toISOString()).toBe(last)
  expect(nextHour(8, new Date(moment)).toISOString()).toBe(next)
})
