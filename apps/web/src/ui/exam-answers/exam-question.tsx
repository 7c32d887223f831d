import type { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { annulledTexts, describePoints } from '@escola/contract/exam-texts'
import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { QuestionText } from '../question-text/question-text.tsx'
import { AnswerField } from './answer-field.tsx'
import { EarnedBadge } from './earned-badge.tsx'
import { Solution } from './solution.tsx'

interface Props {
  question: AskedExamQuestion
  answer: AttemptAnswer | undefined
  /** Correction; undefined while answers may be given. */
  shown: ShownExamQuestion | undefined
  /** Takes no answer now, though it is not corrected yet. */
  isLocked?: boolean
  onAnswer?: (answer: AttemptAnswer) => void
  /** Heading that gets the focus when another question is shown. */
  heading?: RefObject<HTMLHeadingElement | null>
  /** Button below the answer. */
  children?: ReactNode
}

export function ExamQuestion(props: Props) {
  const { question, answer, shown, isLocked = false, onAnswer = () => {}, heading, children } = props
  const { number, points, html, annulled } = question
  return (
    <Stack gap="xs" component="section" aria-label={`Questão ${number}`}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5" ref={heading} tabIndex={heading ? -1 : undefined}>
          Questão {number}
        </Title>
        {shown ? (
          <EarnedBadge shown={shown} />
        ) : (
          <Text size="sm" c="dimmed">
            {annulled ? annulledTexts[annulled] : describePoints(points)}
          </Text>
        )}
      </Group>
      <QuestionText html={html} />
      <AnswerField question={question} answer={answer} isOver={isLocked || shown !== undefined} onAnswer={onAnswer} />
      {children}
      {shown?.solution && <Solution question={question} solution={shown.solution} />}
    </Stack>
  )
}
