import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'

/** An answer with nothing in it is none. */
export function filledOf(answer: AttemptAnswer): AttemptAnswer | null {
  switch (answer.kind) {
    case 'one':
    case 'truth':
      return answer
    case 'several':
    case 'order':
    case 'pairs':
      return answer.chosen.length > 0 ? answer : null
    case 'number':
    case 'text':
    case 'open':
      return answer.typed.trim() === '' ? null : answer
  }
}

/** Whether some left texts of pairs have no option yet. */
export const isInPart = (question: AskedExamQuestion, answer: AttemptAnswer | undefined): boolean =>
  question.kind === 'pairs' && answer?.kind === 'pairs' && answer.chosen.length < question.lefts.length
