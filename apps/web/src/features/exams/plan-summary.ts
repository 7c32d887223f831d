import type { DrawFilter, ExamSettings, PlannedPart } from '@escola/contract/exam-plan'
import { difficultyLabels, kindLabels } from '@escola/contract/exam-questions.contract'
import { countOf } from '@escola/contract/messages'
import { formatDateTime } from '@escola/contract/time'

/** Questions and points, in hundredths, that each attempt has. */
export function sumParts(parts: PlannedPart[]): { asked: number; points: number } {
  const counts = parts.map((part) => ({ count: part.kind === 'fixed' ? 1 : part.count, points: part.points }))
  return {
    asked: counts.reduce((sum, { count }) => sum + count, 0),
    points: counts.reduce((sum, { count, points }) => sum + count * points, 0),
  }
}

/** Says what a draw takes: '5 ao acaso de “fermentação”, média'. */
export function describeDraw(count: number, { tag, kind, difficulty, degree }: DrawFilter, courseName: string): string {
  const words = [
    tag && `“${tag}”`,
    kind && kindLabels[kind].toLowerCase(),
    difficulty && difficultyLabels[difficulty].toLowerCase(),
    degree === 'school' ? 'de toda a escola' : degree && `do curso “${courseName}”`,
  ].filter(Boolean)
  return `${count} ao acaso de ${words.length > 0 ? words.join(', ') : 'todo o banco'}`
}

/** Settings in a few words, to compare two versions. */
export const describeSettings = (settings: ExamSettings): string =>
  [
    settings.kind === 'exam' ? 'Prova' : 'Exercício',
    settings.attempts === null ? 'quantas tentativas quiser' : countOf(settings.attempts, 'tentativa', 'tentativas'),
    settings.limit_minutes === null ? 'sem limite de tempo' : countOf(settings.limit_minutes, 'minuto', 'minutos'),
    `${settings.pass_percent}% para passar`,
    settings.must_pass ? 'precisa passar' : '',
    settings.utc_opens_on ? `abre em ${formatDateTime(settings.utc_opens_on)}` : '',
    settings.utc_closes_on ? `fecha em ${formatDateTime(settings.utc_closes_on)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
