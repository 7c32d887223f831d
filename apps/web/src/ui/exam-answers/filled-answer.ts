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

/** How far a question is answered; pairs are in part while some left text has no option. */
export function progressOf(
  question: AskedExamQuestion,
  answer: AttemptAnswer | undefined,
): 'missing' | 'in part' | 'answered' {
  if (!answer || !filledOf(answer)) return 'missing'
  const isInPart = question.kind === 'pairs' && answer.kind === 'pairs' && answer.chosen.length < question.lefts.length
  return isInPart ? 'in part' : 'answered'
}
