import { dayOf, dayStart } from '@escola/contract/time'

/** Day of the month in São Paulo. The months that we count are of its days, as the screens show them; the provider counts in UTC. */
export const dayOfMonth = (moment: Date): number => Number(dayOf(moment).slice(8))

/**
 * Moves a moment by months to that day and time, or to the last day of a month that is shorter.
 * @param firstDay day of the month on which the months began: after a shorter month they end on it again
 */
export function addMonth(from: Date, months = 1, firstDay = 0): Date {
  const day = dayOfMonth(from)
  return moveTo(from, months, day === lastDayOf(from, 0).getUTCDate() ? Math.max(day, firstDay) : day)
}

/** Finds the last day of the month that comes so many months after a moment, at midnight in UTC. */
function lastDayOf(from: Date, months: number): Date {
  const [year, month] = dayOf(from).split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month + months, 0))
}

function moveTo(from: Date, months: number, day: number): Date {
  const moved = lastDayOf(from, months)
  moved.setUTCDate(Math.min(day, moved.getUTCDate()))
  const timeOfDay = from.getTime() - dayStart(dayOf(from)).getTime()
  return new Date(dayStart(moved.toISOString().slice(0, 10)).getTime() + timeOfDay)
}

/**
 * Earliest day on which a month may end that began on the 29th, 30th or 31st: in the evening of 27 February in São Paulo it is the 28th in UTC, by
 * which the provider counts.
 */
export const shortestEnd = 27

/** Finds the end of a month that we count. It is the first day again, also after months that the provider went on to count from the end of a short one. */
export function nextMonthEnd(from: Date, firstDay = 0): Date {
  const day = dayOfMonth(from)
  return moveTo(from, 1, Math.min(day, firstDay) >= shortestEnd ? firstDay : day)
}
