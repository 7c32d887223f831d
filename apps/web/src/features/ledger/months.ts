import { nextMonth } from '@escola/contract/time'

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** novembro de 2026 */
export const nameOfMonth = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`))

/** Lists the months from the first to the last, the newest first. */
export function monthsSince(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.unshift(month)
  return months
}
