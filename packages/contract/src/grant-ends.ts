import { formatDate } from './time.ts'

/** Why a student has left a class. */
const reasons = {
  removed_by_school: 'a escola tirou',
  cohort_deleted: 'a turma foi apagada',
  refunded: 'reembolso',
  canceled: 'compra cancelada',
  subscription_ended: 'assinatura cancelada',
  expired: 'o prazo terminou',
  import_undone: 'a importação foi desfeita',
  moved: 'a escola moveu para outra turma',
} as const
export type EndReason = keyof typeof reasons

export interface Stay {
  utc_ends_on: string | null
  utc_ended_on: string | null
  /** Empty while the student is in the class. */
  ended_why: string
}

/** Words before and behind the name of a class that say what a sale, or another reason, has done about it. */
export function wordsOfStay({ utc_ends_on, utc_ended_on, ended_why }: Stay): [before: string, behind: string] {
  if (utc_ended_on === null) return ['Entrou na turma', utc_ends_on === null ? '' : `, até ${formatDate(utc_ends_on)}`]
  const on = formatDate(utc_ended_on)
  const why = new Map<string, string>(Object.entries(reasons)).get(ended_why)
  if (ended_why === 'removed_by_school') return ['Não está na turma', `: ${why} em ${on}`]
  return ['Saiu da turma', ` em ${on}${why ? `: ${why}` : ''}`]
}
