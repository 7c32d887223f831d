import type { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { formatPoints } from '@escola/contract/exam-texts'
import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { QuestionText } from '../question-text/question-text.tsx'
import { AnswerField } from './answer-field.tsx'
import { Solution } from './solution.tsx'

interface Props {
  question: AskedExamQuestion
  answer: AttemptAnswer | undefined
  /** Correction; undefined while answers may be given. */
  shown: ShownExamQuestion | undefined
  /** No answer may be given now, though it is not corrected. */
  isLocked?: boolean
  onAnswer?: (answer: AttemptAnswer) => void
  /** Heading that gets the focus when another question is shown. */
  heading?: RefObject<HTMLHeadingElement | null>
  /** Button below the answer. */
  children?: ReactNode
}

export function ExamQuestion(props: Props) {
  const { question, answer, shown, isLocked = false, onAnswer = () => {}, heading, children } = props
  const { number, points, html } = question
  return (
    <Stack gap="xs" component="section" aria-label={`Questão ${number}`}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5" ref={heading} tabIndex={heading ? -1 : undefined}>
          Questão {number}
        </Title>
        {shown ? (
          <Badge variant="light" tt="none" color={colorOf(shown)}>
            {isUnanswered(shown) ? 'Sem resposta' : `${formatPoints(shown.earned)} de ${formatPoints(points)}`}
          </Badge>
        ) : (
          <Text size="sm" c="dimmed">
            {formatPoints(points)} {points === 100 ? 'ponto' : 'pontos'}
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

/** Nothing was given, and nothing earned. */
const isUnanswered = ({ answer, earned }: ShownExamQuestion) => answer === null && earned === 0

const colorOf = (shown: ShownExamQuestion) => {
  if (isUnanswered(shown)) return 'gray'
  return shown.earned === shown.question.points ? 'teal' : shown.earned > 0 ? 'ambar' : 'danger'
}
