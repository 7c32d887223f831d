import type { ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { annulledTexts, formatOutOf } from '@escola/contract/exam-texts'
import { Badge } from '@mantine/core'

/** Points that an answer earned, out of those of its question; without points, why there are none. */
export function EarnedBadge({ shown }: { shown: ShownExamQuestion }) {
  const { text, color } = describeEarned(shown)
  return (
    <Badge variant="light" tt="none" color={color}>
      {text}
    </Badge>
  )
}

function describeEarned({ answer, earned, question, by_hand }: ShownExamQuestion) {
  if (question.annulled) return { text: annulledTexts[question.annulled], color: 'gray' }
  if (answer === null && earned === 0) return { text: 'Sem resposta', color: 'gray' }
  if (by_hand?.is_waiting) return { text: openAnswerTexts.waiting, color: 'ambar' }
  if (question.points === 0) return { text: openAnswerTexts.toCompare, color: 'gray' }
  const color = earned === question.points ? 'teal' : earned > 0 ? 'ambar' : 'danger'
  return { text: formatOutOf({ points: earned, total: question.points }), color }
}
