import type { ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { Text } from '@mantine/core'
import { QuestionText } from '../question-text/question-text.tsx'

/** Explanation of a question, where its author wrote one and the key may be shown. */
export const Explanation = ({ of }: { of: ShownExamQuestion['solution'] | undefined }) =>
  of?.explanation ? (
    <div>
      <Text size="sm" fw={600}>
        Explicação
      </Text>
      <QuestionText html={of.explanation} />
    </div>
  ) : null
