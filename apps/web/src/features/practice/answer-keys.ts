import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'

/** Answer that a key from 1 to 9 gives: it chooses the option at that place of the screen, or takes it back where several may be chosen. */
export function answerByKey(
  question: AskedExamQuestion,
  answer: AttemptAnswer | undefined,
  key: string,
): AttemptAnswer | undefined {
  if (!/^[1-9]$/.test(key)) return undefined
  const place = Number(key) - 1
  if (question.kind === 'truth') return place < 2 ? { kind: 'truth', chosen: place === 0 } : undefined
  if (question.kind !== 'one' && question.kind !== 'several') return undefined
  const chosen = question.options[place]?.number
  if (chosen === undefined) return undefined
  if (question.kind === 'one') return { kind: 'one', chosen }
  const before = answer?.kind === 'several' ? answer.chosen : []
  return {
    kind: 'several',
    chosen: before.includes(chosen) ? before.filter((each) => each !== chosen) : [...before, chosen],
  }
}
