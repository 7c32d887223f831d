import { type AttemptAnswer, askQuestion } from '@escola/contract/exam-attempt-wire'
import { type ExamKey, isChoice } from '@escola/contract/exam-content'
import { Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AnswerField } from '../../ui/exam-answers/answer-field.tsx'
import { QuestionText } from '../../ui/question-text/question-text.tsx'
import { bodyOf, type QuestionValues } from './question-values.ts'

interface Props {
  values: QuestionValues
  isOpen: boolean
  onClose: () => void
}

/** The question as a student is asked it, with nothing that tells what is right. */
export const QuestionPreview = ({ values, isOpen, onClose }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="Como o aluno vê" size="lg" centered>
    <Asked values={values} />
  </Modal>
)

/** Any seed will do: nothing is kept from an author. */
const place = { number: 1, points: 100, seed: '0'.repeat(64) }

function Asked({ values }: { values: QuestionValues }) {
  const [answer, setAnswer] = useState<AttemptAnswer>()
  // An unfinished key lacks only parts that a student isn't shown.
  const key = bodyOf(values).key as ExamKey
  const question = askQuestion({ html: values.statement, explanation: '', key, isShuffled: false }, place)
  const note = describeOrder(values)
  return (
    <Stack>
      <QuestionText html={values.statement} />
      <AnswerField question={question} answer={answer} isOver={false} onAnswer={setAnswer} />
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  )
}

function describeOrder(values: QuestionValues): string {
  if (values.kind === 'order') return 'Em cada tentativa os itens aparecem em outra ordem, que nunca é a certa.'
  if (values.kind === 'pairs') return 'Em cada tentativa os itens e as respostas aparecem em outra ordem.'
  return values.is_shuffled && isChoice(values) ? 'Em cada tentativa as opções aparecem em outra ordem.' : ''
}
