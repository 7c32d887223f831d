import type { AskedExamQuestion, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { describeRightNumber } from '@escola/contract/exam-texts'
import { Stack, Text } from '@mantine/core'
import { QuestionText } from '../question-text/question-text.tsx'

/** Key of a question, with its explanation. */
export function Solution({
  question,
  solution: { key, explanation },
}: {
  question: AskedExamQuestion
  solution: NonNullable<ShownExamQuestion['solution']>
}) {
  const options = 'options' in question ? question.options : []
  const htmlOf = (number: number) => options.find((option) => option.number === number)?.html ?? ''
  return (
    <Stack gap={4}>
      {key.kind !== 'open' && (
        <Text size="sm" fw={600}>
          Gabarito
        </Text>
      )}
      {key.kind === 'one' && <QuestionText html={htmlOf(key.right)} />}
      {key.kind === 'several' && key.right.map((number) => <QuestionText key={number} html={htmlOf(number)} />)}
      {key.kind === 'truth' && <Text>{key.right ? 'Verdadeiro' : 'Falso'}</Text>}
      {key.kind === 'number' && (
        <Text>{describeRightNumber(key, question.kind === 'number' ? question.unit : '')}</Text>
      )}
      {key.kind === 'text' && <Text>{key.right.join(' ou ')}</Text>}
      {explanation && (
        <>
          <Text size="sm" fw={600} mt="xs">
            Explicação
          </Text>
          <QuestionText html={explanation} />
        </>
      )}
    </Stack>
  )
}
