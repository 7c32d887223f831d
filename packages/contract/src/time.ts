import { dayMs, hourMs, minuteMs } from './durations.ts'

/** Time zone of every date on a screen and of every month that is charged. */
export const timeZone = 'America/Sao_Paulo'

const date = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone })
const dateTime = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone })
const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone })
const longDate = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone })
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })

/** 21/11/2026 */
export const formatDate = (utc: string | Date) => date.format(new Date(utc))
/** 21/11/2026, 14:30 */
export const formatDateTime = (utc: string | Date) => dateTime.format(new Date(utc))
/** 14:30 */
export const formatTime = (utc: string | Date) => time.format(new Date(utc))
/** 21 de novembro de 2026 */
export const formatLongDate = (utc: string | Date) => longDate.format(new Date(utc))

/** Says how long ago a moment was: 'há menos de 1 h', 'há 5 h', 'há 3 dias'; from 30 days on, its date. */
export function formatAgo(utc: string | Date, now = new Date()): string {
  const hours = Math.floor((now.getTime() - new Date(utc).getTime()) / hourMs)
  if (hours < 1) return 'há menos de 1 h'
  if (hours < 24) return `há ${hours} h`
  const days = Math.floor(hours / 24)
  return days < 30 ? `há ${days} ${days === 1 ? 'dia' : 'dias'}` : `em ${formatDate(utc)}`
}

/** Counts whole minutes since 1970, for keys of effects that happen once a minute at most. */
export const minuteOf = (moment: Date) => Math.floor(moment.getTime() / minuteMs)

/** Names the calendar month of a moment in São Paulo, as '2026-11'. */
export const monthOf = (moment: Date) => clock.format(moment).slice(0, 7)

/** Writes the month 2026-10 as the screens do: 10/2026. */
export const formatMonth = (month: string) => month.split('-').toReversed().join('/')

export const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/

/** Reads a month of an address, as '2026-11'; '' for anything else. */
export const readMonth = (value: unknown): string =>
  typeof value === 'string' && monthPattern.test(value) ? value : ''

/** Calendar year of a moment in São Paulo. */
export const yearOf = (moment: Date) => Number(clock.format(moment).slice(0, 4))

/** Names the month after one: '2026-12' → '2027-01'. */
export function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Finds the moment so many months before another; a month without that day has its last. */
export function monthsBefore(moment: Date, months: number): Date {
  const found = new Date(moment)
  found.setUTCMonth(found.getUTCMonth() - months)
  if (found.getUTCDate() !== moment.getUTCDate()) found.setUTCDate(0)
  return found
}

/** Names the day of a moment in São Paulo, as '2026-11-23'. */
export const dayOf = (moment: Date) => clock.format(moment).slice(0, 10)

/** Names the day that comes so many days after another, or before it: '2026-12-31', 1 → '2027-01-01'. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Finds the moment when a month begins in São Paulo. */
export const monthStart = (month: string): Date => dayStart(`${month}-01`)

/** Finds the moment after this one when a month begins in São Paulo: students are charged then. */
export const nextMonthStart = (moment: Date): Date => monthStart(nextMonth(monthOf(moment)))

/** Finds the moment when a day begins in São Paulo. */
export function dayStart(day: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`)
  // The clock's offset there is read again near the result, because a summer time may begin or end in between.
  const computeOffset = (moment: number) => moment - Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`)
  return new Date(wall + computeOffset(wall + computeOffset(wall)))
}

/** Finds the latest moment, up to this one, at which it was so many hours after midnight in São Paulo. */
export function lastHour(hour: number, until: Date): Date {
  const day = dayOf(until)
  const today = hourOf(day, hour)
  return today <= until ? today : hourOf(dayAfter(day, -1), hour)
}

/** Finds the first moment after this one at which it is so many hours after midnight in São Paulo. */
export function nextHour(hour: number, after: Date): Date {
  const day = dayOf(after)
  const today = hourOf(day, hour)
  return today > after ? today : hourOf(dayAfter(day, 1), hour)
}

const hourOf = (day: string, hour: number) => new Date(dayStart(day).getTime() + hour * hourMs)
