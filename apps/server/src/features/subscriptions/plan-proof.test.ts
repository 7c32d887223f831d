import { expect, it } from 'vitest'
import { isMonthEnd } from './plan-proof.service.ts'

it.each([
  ['2027-03-15', 15, true],
  ['2027-03-16', 15, true],
  ['2027-03-18', 15, false],
  // Codes go on from the end of the card's months, which was that of February.
  ['2027-03-28', 30, true],
  ['2027-02-28', 31, true],
  ['2027-03-25', 30, false],
  ['2027-04-02', 31, false],
] as const)('months that end on %s may have begun on day %i: %s', (day, firstDay, isRight) => {
  expect(isMonthEnd(new Date(`${day}T12:00:00-03:00`), firstDay)).toBe(isRight)
})
