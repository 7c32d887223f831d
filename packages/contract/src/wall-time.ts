import { timeZone } from './time.ts'

// Apart from how dates are shown, which every page carries.
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
const dayMs = 24 * 3_600_000

/** What the clock in São Paulo shows at a moment, as a field for a day and an hour has it: '2026-11-21T14:30'. */
export const wallTimeOf = (utc: string | Date) => clock.format(new Date(utc)).replace(' ', 'T').slice(0, 16)

/** What a field for a day and an hour holds, as it goes over the wire; undefined where that is no day that a school could mean. */
export const utcOf = (wallTime: string): string | undefined =>
  /^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(wallTime) && !Number.isNaN(Date.parse(`${wallTime}Z`))
    ? momentOf(wallTime).toISOString()
    : undefined

/**
 * The moment at which the clock in São Paulo shows this: the first one, where it is turned back and shows it twice. An hour that is left out when it
 * is turned forward is taken as if it had not been: what was to open at midnight opens as the new day begins, at one o'clock.
 */
export function momentOf(wallTime: string): Date {
  const wall = Date.parse(`${wallTime}Z`)
  // How far the clock there is behind, some time before and some time after.
  const behind = (moment: number) => moment - Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`)
  const tries = [behind(wall - dayMs), behind(wall + dayMs)].map((hours) => new Date(wall + hours))
  const exact = tries.filter((moment) => wallTimeOf(moment) === wallTime)
  return new Date(Math.min(...(exact.length ? exact : tries.slice(0, 1)).map(Number)))
}
