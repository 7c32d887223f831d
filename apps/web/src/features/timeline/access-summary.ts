import { dayMs } from '@escola/contract/durations'
import { explainAccess, givesAccess } from '@escola/contract/grant-ends'
import { countOf } from '@escola/contract/messages'
import { studentLimits } from '@escola/contract/student-texts'
import { formatLastDay } from '@escola/contract/terms'
import type { AccessAnswer } from '@escola/contract/timeline.contract'
import { describeRemedy, noAccessTexts } from './timeline-words.ts'

/** Step that mends a student's access. */
export type AccessRemedy =
  | { kind: 'add'; cohortId: string | undefined }
  | { kind: 'term'; cohortId: string }
  | { kind: 'send' }

interface Summary {
  /** The student has access, and nothing about it is to be mended. */
  hasAll: boolean
  text: string
  /** Said where no sale waits, which would say more. */
  advice?: string
  remedy?: AccessRemedy
}

/** Says in one sentence how a student stands: with access, with access that needs something, or without. */
export function summarizeAccess(
  answers: AccessAnswer[],
  { is_admin, utc_seen_on }: { is_admin: boolean; utc_seen_on: string | null },
  now: Date,
): Summary {
  if (is_admin) return { hasAll: true, text: noAccessTexts.administrator }
  const active = answers.filter(givesAccess)
  if (active.length === 0) return summarizeNone(answers)
  const place = active.length === 1 ? `à turma “${active[0]!.title}”` : `a ${countOf(active.length, 'turma', 'turmas')}`
  const ends = active.map(({ utc_ends_on }) => utc_ends_on)
  const lastEnd = ends.includes(null) ? undefined : ends.toSorted().at(-1)!
  const until = lastEnd === undefined ? '' : ` até ${formatLastDay(lastEnd)}`
  const has = `Tem acesso ${place}${until}`
  if (active.every(({ opens }) => opens === 0))
    return {
      hasAll: false,
      text: `${has}, mas ela${active.length === 1 ? '' : 's'} ainda não abre${active.length === 1 ? '' : 'm'} nenhum curso publicado.`,
    }
  if (lastEnd !== undefined && endsSoon(lastEnd, now)) {
    const [only] = active
    const cohortId = active.length === 1 ? only!.school_gateway_id : null
    return {
      hasAll: false,
      text: `${has}: ${inDays(lastEnd, now)}.`,
      ...(cohortId && { remedy: { kind: 'term', cohortId } }),
    }
  }
  if (utc_seen_on === null)
    return { hasAll: false, text: `${has}, mas nunca entrou na escola.`, remedy: { kind: 'send' } }
  return { hasAll: true, text: `${has}.` }
}

function summarizeNone(answers: AccessAnswer[]): Summary {
  const [answer] = answers
  const cohortId = answer?.school_gateway_id ?? undefined
  const why = answer ? `${explainAccess(answer)}.` : noAccessTexts.never
  return { hasAll: false, text: why, advice: describeRemedy(answer), remedy: { kind: 'add', cohortId } }
}

const daysUntil = (end: string, now: Date) => Math.ceil((Date.parse(end) - now.getTime()) / dayMs)
const endsSoon = (end: string, now: Date) => daysUntil(end, now) <= studentLimits.endsSoonDays
const inDays = (end: string, now: Date) => {
  const days = daysUntil(end, now)
  return days <= 1 ? 'é o último dia' : `termina em ${days} dias`
}
