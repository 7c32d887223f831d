import type { ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { examResultTexts } from '@escola/contract/exam-result-texts'
import type { ReviewedQuestion as Reviewed } from '@escola/contract/exam-results.contract'
import { formatOutOf } from '@escola/contract/exam-texts'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ExamQuestion } from '../../ui/exam-answers/exam-question.tsx'
import { GivenAnswer } from '../../ui/exam-answers/given-answer.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'

interface Props {
  attemptId: string
  reviewed: Reviewed
  onCount: () => Promise<unknown>
}

/** A question of an attempt with its answer and its key, and below what came after the end. */
export function ReviewedQuestion({ attemptId, reviewed, onCount }: Props) {
  const { shown, late, utc_counted_on: countedOn, counted_by: by } = reviewed
  const { question, solution } = shown
  return (
    <ExamQuestion question={question} answer={shown.answer ?? undefined} shown={shown}>
      {shown.by_hand && (
        <Button
          variant="light"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          aria-label={`${shown.by_hand.is_waiting ? 'Corrigir' : 'Mudar a correção de'} questão ${question.number}`}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/correcoes/$attemptId/$number"
              params={{ attemptId, number: String(question.number) }}
            />
          )}
        >
          {shown.by_hand.is_waiting ? 'Corrigir' : 'Mudar a correção'}
        </Button>
      )}
      {countedOn && (
        <Text size="sm" c="dimmed">
          {examResultTexts.late} e conta desde {formatDateTime(countedOn)}
          {by && `, por decisão de ${by}`}.
        </Text>
      )}
      {late && <LateAnswer question={question} solution={solution} late={late} onCount={onCount} />}
    </ExamQuestion>
  )
}

interface LateProps extends Pick<ShownExamQuestion, 'question' | 'solution'> {
  late: NonNullable<Reviewed['late']>
  onCount: Props['onCount']
}

function LateAnswer({ question, solution, late, onCount }: LateProps) {
  const { run, isPending } = useConfirmedChange()
  const handleClick = () =>
    run({
      question: {
        title: 'Contar esta resposta?',
        text: late.after_key
          ? `${examResultTexts.afterKey}. ${examResultTexts.lateCounts}`
          : examResultTexts.lateCounts,
        confirmLabel: 'Contar',
      },
      change: onCount,
      done: examResultTexts.lateCounted,
    })
  return (
    <Alert color="ambar" variant="light" title={`${examResultTexts.late}: ${formatDateTime(late.utc_saved_on)}`}>
      <Stack gap="xs" align="flex-start">
        <GivenAnswer question={question} answer={late.answer} solution={solution} />
        {late.after_key && <Text fw={600}>{examResultTexts.afterKey}.</Text>}
        <Text size="sm">
          {question.kind === 'open'
            ? `${openAnswerTexts.byPerson}.`
            : `Valeria ${formatOutOf({ points: late.earned, total: question.points })}.`}
        </Text>
        <BusyButton
          variant="default"
          busy={isPending}
          aria-label={`Contar a resposta da questão ${question.number}`}
          onClick={handleClick}
        >
          Contar
        </BusyButton>
      </Stack>
    </Alert>
  )
}
