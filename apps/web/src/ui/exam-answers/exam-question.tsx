import type { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { annulledTexts, describePoints } from '@escola/contract/exam-texts'
import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { QuestionText } from '../question-text/question-text.tsx'
import { AnswerField } from './answer-field.tsx'
import { Comment } from './comment.tsx'
import { EarnedBadge } from './earned-badge.tsx'
import { Explanation } from './explanation.tsx'
import { GivenAnswer } from './given-answer.tsx'

interface Props {
  question: AskedExamQuestion
  answer: AttemptAnswer | undefined
  /** Correction; undefined while answers may be given. */
  shown: ShownExamQuestion | undefined
  /** Takes no answer now, though it is not corrected yet. */
  isLocked?: boolean
  /** Shown instead of the points. */
  aside?: ReactNode
  onAnswer?: (answer: AttemptAnswer) => void
  /** Heading that gets the focus when another question is shown. */
  heading?: RefObject<HTMLHeadingElement | null>
  /** Button below the answer. */
  children?: ReactNode
}

export function ExamQuestion(props: Props) {
  const { question, answer, shown, isLocked = false, aside, onAnswer = () => {}, heading, children } = props
  const { number, points, html, annulled } = question
  return (
    <Stack gap="xs" component="section" aria-label={`Questão ${number}`}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5" ref={heading} tabIndex={heading ? -1 : undefined}>
          Questão {number}
        </Title>
        {aside !== undefined ? (
          aside
        ) : shown ? (
          <EarnedBadge shown={shown} />
        ) : (
          <Text size="sm" c="dimmed">
            {annulled ? annulledTexts[annulled] : points > 0 ? describePoints(points) : openAnswerTexts.toCompare}
          </Text>
        )}
      </Group>
      <QuestionText html={html} />
      {shown ? (
        <GivenAnswer {...shown} />
      ) : (
        <AnswerField question={question} answer={answer} isOver={isLocked} onAnswer={onAnswer} />
      )}
      {children}
      {shown?.by_hand?.comment && <Comment text={shown.by_hand.comment} />}
      <Explanation of={shown?.solution} />
    </Stack>
  )
}
