import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import type { ExamOverview, ResultStudent } from '@escola/contract/exam-results.contract'

type Standing = Pick<ResultStudent, 'attempts' | 'is_running' | 'is_waiting' | 'has_passed'>

/** Says how a student stands at an assessment. */
export function describeStanding(
  { attempts, is_running, is_waiting, has_passed }: Standing,
  { kind }: Pick<ExamOverview, 'kind'>,
) {
  if (is_running) return { text: 'Em andamento', color: 'ambar' }
  if (attempts === 0) return { text: 'Não fez', color: 'gray' }
  if (is_waiting && !has_passed) return { text: openAnswerTexts.waiting, color: 'ambar' }
  if (kind === 'exercise') return { text: 'Fez', color: 'teal' }
  return has_passed ? { text: 'Aprovado', color: 'teal' } : { text: 'Não passou', color: 'danger' }
}

/** Writes per cent with one decimal at most: '72,5%'. */
export const formatShare = (percent: number) => `${percent.toLocaleString('pt-BR', { maximumFractionDigits: 1 })}%`

export const formatPart = (part: number, whole: number) => (whole === 0 ? '–' : formatShare((part * 100) / whole))
