import { dayMs } from './durations.ts'
import { timeZone } from './time.ts'

// This file stands apart from the formats of dates, which every page carries.
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })

/** Writes a moment as the clock in São Paulo shows it, in the form of a field for day and hour: '2026-11-21T14:30'. */
export const wallTimeOf = (utc: string | Date) => clock.format(new Date(utc)).replace(' ', 'T').slice(0, 16)

/** Reads a field for day and hour as the wire has it; undefined for a day that no school could mean. */
export const utcOf = (wallTime: string): string | undefined =>
  /^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(wallTime) && !Number.isNaN(Date.parse(`${wallTime}Z`))
    ? momentOf(wallTime).toISOString()
    : undefined

/**
 * Finds the moment at which the clock in São Paulo shows this time. A time that comes twice is the first one. A time that is left out when
 * the clock is turned forward counts on from before: an opening at midnight happens as the new day begins, at one o'clock.
 */
export function momentOf(wallTime: string): Date {
  const wall = Date.parse(`${wallTime}Z`)
  // The clock's offset there is read some time before and some time after.
  const computeOffset = (moment: number) => moment - Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`)
  const tries = [computeOffset(wall - dayMs), computeOffset(wall + dayMs)].map((hours) => new Date(wall + hours))
  const exact = tries.filter((moment) => wallTimeOf(moment) === wallTime)
  return new Date(Math.min(...(exact.length ? exact : tries.slice(0, 1)).map(Number)))
}
