import type { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { describeTypedNumber, formatPoints } from '@escola/contract/exam-texts'
import { Badge, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { QuestionText } from '../../ui/question-text/question-text.tsx'

interface Props {
  question: AskedExamQuestion
  answer: AttemptAnswer | undefined
  /** Correction; undefined while answers may be given. */
  shown: ShownExamQuestion | undefined
  onAnswer: (answer: AttemptAnswer) => void
}

export function TrialQuestion({ question, answer, shown, onAnswer }: Props) {
  const { number, points, html } = question
  return (
    <Stack gap="xs" component="section" aria-label={`Questão ${number}`}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>Questão {number}</Text>
        {shown ? (
          <Badge variant="light" tt="none" color={colorOf(shown)}>
            {formatPoints(shown.earned)} de {formatPoints(points)}
          </Badge>
        ) : (
          <Text size="sm" c="dimmed">
            {formatPoints(points)} {points === 100 ? 'ponto' : 'pontos'}
          </Text>
        )}
      </Group>
      <QuestionText html={html} />
      <AnswerField question={question} answer={answer} isOver={shown !== undefined} onAnswer={onAnswer} />
      {shown?.solution && <Solution question={question} solution={shown.solution} />}
    </Stack>
  )
}

const colorOf = ({ earned, question }: ShownExamQuestion) =>
  earned === question.points ? 'teal' : earned > 0 ? 'ambar' : 'danger'

interface FieldProps extends Pick<Props, 'question' | 'answer' | 'onAnswer'> {
  isOver: boolean
}

function AnswerField({ question, answer, isOver, onAnswer: give }: FieldProps) {
  /** The given answer stays readable once it is corrected, and no longer changes. */
  const onAnswer: Props['onAnswer'] = (next) => {
    if (!isOver) give(next)
  }
  const label = `Resposta da questão ${question.number}`
  switch (question.kind) {
    case 'one':
      return (
        <Radio.Group
          aria-label={label}
          value={answer?.kind === 'one' ? String(answer.chosen) : null}
          onChange={(chosen) => onAnswer({ kind: 'one', chosen: Number(chosen) })}
        >
          <Stack gap="xs">
            {question.options.map((option) => (
              <Radio key={option.number} value={String(option.number)} label={<QuestionText html={option.html} />} />
            ))}
          </Stack>
        </Radio.Group>
      )
    case 'several':
      return (
        <Checkbox.Group
          aria-label={label}
          value={answer?.kind === 'several' ? answer.chosen.map(String) : []}
          onChange={(chosen) => onAnswer({ kind: 'several', chosen: chosen.map(Number) })}
        >
          <Stack gap="xs">
            {question.options.map((option) => (
              <Checkbox key={option.number} value={String(option.number)} label={<QuestionText html={option.html} />} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'truth':
      return (
        <Radio.Group
          aria-label={label}
          value={answer?.kind === 'truth' ? String(answer.chosen) : null}
          onChange={(chosen) => onAnswer({ kind: 'truth', chosen: chosen === 'true' })}
        >
          <Group>
            <Radio value="true" label="Verdadeiro" />
            <Radio value="false" label="Falso" />
          </Group>
        </Radio.Group>
      )
    case 'number': {
      const typed = answer?.kind === 'number' ? answer.typed : ''
      return (
        <TextInput
          aria-label={label}
          inputMode="decimal"
          maxLength={60}
          readOnly={isOver}
          value={typed}
          description={
            typed.trim() === '' ? question.unit && `Em ${question.unit}` : describeTypedNumber(typed, question.unit)
          }
          onChange={({ currentTarget }) => onAnswer({ kind: 'number', typed: currentTarget.value })}
        />
      )
    }
    case 'text':
      return (
        <TextInput
          aria-label={label}
          maxLength={200}
          readOnly={isOver}
          value={answer?.kind === 'text' ? answer.typed : ''}
          onChange={({ currentTarget }) => onAnswer({ kind: 'text', typed: currentTarget.value })}
        />
      )
  }
}

function Solution({
  question,
  solution: { key, explanation },
}: Pick<Props, 'question'> & { solution: NonNullable<ShownExamQuestion['solution']> }) {
  const options = 'options' in question ? question.options : []
  const htmlOf = (number: number) => options.find((option) => option.number === number)?.html ?? ''
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        Gabarito
      </Text>
      {key.kind === 'one' && <QuestionText html={htmlOf(key.right)} />}
      {key.kind === 'several' && key.right.map((number) => <QuestionText key={number} html={htmlOf(number)} />)}
      {key.kind === 'truth' && <Text>{key.right ? 'Verdadeiro' : 'Falso'}</Text>}
      {key.kind === 'number' && (
        <Text>
          {key.right.replace('.', ',')}
          {Number(key.tolerance) > 0 && `, com ${key.tolerance.replace('.', ',')} de tolerância`}
        </Text>
      )}
      {key.kind === 'text' && <Text>{key.right.join(' ou ')}</Text>}
      {explanation && <QuestionText html={explanation} />}
    </Stack>
  )
}
