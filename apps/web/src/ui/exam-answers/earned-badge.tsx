import type { ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { annulledTexts, formatOutOf } from '@escola/contract/exam-texts'
import { Badge } from '@mantine/core'

/** Points that an answer earned, of those of its question; without an answer, that there is none. */
export function EarnedBadge({ shown: { answer, earned, question } }: { shown: ShownExamQuestion }) {
  if (question.annulled)
    return (
      <Badge variant="light" tt="none" color="gray">
        {annulledTexts[question.annulled]}
      </Badge>
    )
  const isUnanswered = answer === null && earned === 0
  const colorOfPoints = earned === question.points ? 'teal' : earned > 0 ? 'ambar' : 'danger'
  return (
    <Badge variant="light" tt="none" color={isUnanswered ? 'gray' : colorOfPoints}>
      {isUnanswered ? 'Sem resposta' : formatOutOf({ points: earned, total: question.points })}
    </Badge>
  )
}
