import { z } from 'zod'
import { dayAfter, dayOf, dayStart, formatDate } from './time.ts'

export const termLimits = { days: 3650, months: 120, seats: 1_000_000, noticeDays: 7 } as const

export const termMessages = {
  count: (most: number) => `Use um número de 1 a ${most}`,
  day: 'Escolha um dia entre 2000 e 2099',
  pastDay: 'Escolha hoje ou um dia que ainda vem',
  seats: `Use um número de 1 a ${termLimits.seats.toLocaleString('pt-BR')}, ou deixe em branco`,
} as const

/** Reasons for which a class refuses students by hand, import or API, or by themselves. A sale that was paid comes in. */
export const joinRefusals = {
  cohort_full: 'Todas as vagas desta turma estão ocupadas',
  enrollment_closed: 'As matrículas desta turma estão encerradas',
} as const
export type JoinRefusal = keyof typeof joinRefusals

/** Day on the calendar of São Paulo, as '2026-11-30'. */
export const Day = z.iso
  .date(termMessages.day)
  .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', termMessages.day)

const countUpTo = (most: number) => {
  const message = termMessages.count(most)
  return z.number({ error: message }).int(message).min(1, message).max(most, message)
}

/** Time for which a class gives access: for life, for days or months from the enrolment, or until a day, which is the last one. */
export const Term = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('life') }),
  z.object({ kind: z.literal('days'), count: countUpTo(termLimits.days) }),
  z.object({ kind: z.literal('months'), count: countUpTo(termLimits.months) }),
  z.object({ kind: z.literal('date'), until: Day }),
])
export type Term = z.infer<typeof Term>

/** Students to whom a changed term applies: those who join or buy from now on, or all for whom it can be meant. */
export const TermScope = z.enum(['new', 'all'])
export type TermScope = z.infer<typeof TermScope>

/** Settings of a class about time and number. Those that are left out stay. */
export const TermSettings = z.object({
  term: Term.optional(),
  term_scope: TermScope.default('new'),
  /** Null: there is no limit. */
  seats: countUpTo(termLimits.seats).nullable().optional(),
  /** Last day for enrolments; null: there is none. */
  enrolls_until: Day.nullable().optional(),
})

/** Last day of one student's access to a class; null: for life. */
export const NewException = z.object({ until: Day.nullable() })

/** Finds the moment at which the access of a student ends who joined at another; the last day is whole. null: there is no end. */
export function endOfTerm(term: Term, startsOn: Date): Date | null {
  const last = lastDayOf(term, dayOf(startsOn))
  return last === null ? null : endOfDay(last)
}

/** Finds the moment at which a day is over. */
export const endOfDay = (day: string): Date => dayStart(dayAfter(day, 1))

/** Names the last day of a term that begins on a day; null: there is none. */
export function lastDayOf(term: Term, startDay: string): string | null {
  if (term.kind === 'life') return null
  if (term.kind === 'date') return term.until
  return term.kind === 'days' ? dayAfter(startDay, term.count) : addMonths(startDay, term.count)
}

/** Counts months by the calendar; where the month has no such day, its last one is meant. */
function addMonths(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

/** Names the last day that is over at a moment. */
export const lastDayBefore = (endsOn: Date): string => dayOf(new Date(endsOn.getTime() - 1))

/** Writes the last day on which an access that ends at a moment is open: 12/05/2027. */
export const formatLastDay = (endsOn: string | Date) => formatDate(new Date(new Date(endsOn).getTime() - 1))

const units = { days: ['dia', 'dias'], months: ['mês', 'meses'] } as const

/** Says in words how long a class gives access. */
export function describeTerm(term: Term): string {
  if (term.kind === 'life') return 'Acesso para sempre'
  if (term.kind === 'date') return `Acesso até ${formatLastDay(endOfDay(term.until))}`
  return `Acesso por ${term.count} ${units[term.kind][term.count === 1 ? 0 : 1]} a partir da matrícula`
}
