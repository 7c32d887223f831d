import type { AttemptAnswer } from '@escola/contract/exam-attempt-wire'

/** An answer with nothing in it is none. */
export const filledOf = (answer: AttemptAnswer): AttemptAnswer | null => {
  if (answer.kind === 'several') return answer.chosen.length > 0 ? answer : null
  if (answer.kind === 'number' || answer.kind === 'text') return answer.typed.trim() === '' ? null : answer
  return answer
}
