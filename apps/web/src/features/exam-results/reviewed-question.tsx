import type { ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { examResultTexts } from '@escola/contract/exam-result-texts'
import type { ReviewedQuestion as Reviewed } from '@escola/contract/exam-results.contract'
import { formatOutOf } from '@escola/contract/exam-texts'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Stack, Text } from '@mantine/core'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ExamQuestion } from '../../ui/exam-answers/exam-question.tsx'
import { GivenAnswer } from '../../ui/exam-answers/given-answer.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'

interface Props {
  reviewed: Reviewed
  onCount: () => Promise<unknown>
}

/** A question of an attempt with its answer and its key, and below what came after the end. */
export function ReviewedQuestion({ reviewed, onCount }: Props) {
  const { shown, late, utc_counted_on: countedOn, counted_by: by } = reviewed
  const { question, solution } = shown
  return (
    <ExamQuestion question={question} answer={shown.answer ?? undefined} shown={shown}>
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
        text: examResultTexts.lateCounts,
        confirmLabel: 'Contar',
      },
      change: onCount,
      done: examResultTexts.lateCounted,
    })
  return (
    <Alert color="ambar" variant="light" title={`${examResultTexts.late}: ${formatDateTime(late.utc_saved_on)}`}>
      <Stack gap="xs" align="flex-start">
        <GivenAnswer question={question} answer={late.answer} solution={solution} />
        <Text size="sm">Valeria {formatOutOf({ points: late.earned, total: question.points })}.</Text>
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
