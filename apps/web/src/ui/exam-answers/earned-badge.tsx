import type { ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { formatOutOf } from '@escola/contract/exam-texts'
import { Badge } from '@mantine/core'

/** Points that an answer earned, of those of its question. */
export function EarnedBadge({ shown: { earned, question } }: { shown: ShownExamQuestion }) {
  const color = earned === question.points ? 'teal' : earned > 0 ? 'ambar' : 'danger'
  return (
    <Badge variant="light" tt="none" color={color}>
      {formatOutOf({ points: earned, total: question.points })}
    </Badge>
  )
}
