import type { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { examResultTexts } from '@escola/contract/exam-result-texts'
import type { ReviewedQuestion as Reviewed } from '@escola/contract/exam-results.contract'

import { describeRightNumber, formatOutOf } from '@escola/contract/exam-texts'

import { formatDateTime } from '@escola/contract/time'
import { Alert, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EarnedBadge } from '../../ui/exam-answers/earned-badge.tsx'
import { QuestionText } from '../../ui/question-text/question-text.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import classes from './exam-results.module.css'

interface Props {
  reviewed: Reviewed
  onCount: () => Promise<unknown>
}

/** A question of an attempt with its answer and its key, and below what came after the end. */
export function ReviewedQuestion({ reviewed, onCount }: Props) {
  const { shown, late, utc_counted_on: countedOn, counted_by: by } = reviewed
  const { question, answer, solution } = shown
  return (
    <Stack gap="xs" component="section" aria-label={`Questão ${question.number}`}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>Questão {question.number}</Text>
        <EarnedBadge shown={shown} />
      </Group>
      <QuestionText html={question.html} />
      <Answer question={question} answer={answer} solution={solution} />
      {countedOn && (
        <Text size="sm" c="dimmed">
          {examResultTexts.late} e conta desde {formatDateTime(countedOn)}
          {by && `, por decisão de ${by}`}.
        </Text>
      )}
      {solution?.explanation && (
        <div>
          <Text size="sm" fw={600}>
            Explicação
          </Text>
          <QuestionText html={solution.explanation} />
        </div>
      )}
      {late && <LateAnswer question={question} solution={solution} late={late} onCount={onCount} />}
    </Stack>
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
        <Answer question={question} answer={late.answer} solution={solution} />
        {late.after_key && <Text fw={600}>{examResultTexts.afterKey}.</Text>}
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

interface AnswerProps {
  question: AskedExamQuestion
  answer: AttemptAnswer | null
  solution: ShownExamQuestion['solution']
}

/** An answer beside the key: options with what was chosen and what is right, or what was typed. */
function Answer({ question, answer, solution }: AnswerProps) {
  if ('options' in question) {
    const chosen = answer && 'chosen' in answer && answer.kind !== 'truth' ? [answer.chosen].flat() : []
    const key = solution?.key
    const right = key && (key.kind === 'one' || key.kind === 'several') ? [key.right].flat() : []
    return (
      <>
        {!answer && <NoAnswer />}
        <ul className={classes.options}>
          {question.options.map(({ number, html }) => (
            <li key={number}>
              <OptionMark isChosen={chosen.includes(number)} isRight={right.includes(number)} />
              <div className={chosen.includes(number) ? classes.chosen : undefined}>
                <QuestionText html={html} />
              </div>
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <div>
      {answer ? <Text fw={600}>Resposta: {describeAnswer(answer, question)}</Text> : <NoAnswer />}
      {solution && (
        <Text size="sm" c="dimmed">
          Gabarito: {describeKey(solution.key, question)}
        </Text>
      )}
    </div>
  )
}

const NoAnswer = () => <Text c="dimmed">Sem resposta.</Text>

/** Says of an option whether it is right, and whether it was chosen. */
function OptionMark({ isChosen, isRight }: { isChosen: boolean; isRight: boolean }) {
  const said = [isChosen && 'Escolhida', isRight && 'certa'].filter(Boolean).join(', ')
  return (
    <span className={isRight ? classes.right : classes.wrong}>
      {isRight && <IconCheck size={20} aria-hidden />}
      {isChosen && !isRight && <IconX size={20} aria-hidden />}
      {said && <VisuallyHidden>{said}: </VisuallyHidden>}
    </span>
  )
}

const describeTruth = (isTrue: boolean) => (isTrue ? 'Verdadeiro' : 'Falso')

function describeAnswer(answer: AttemptAnswer, question: AskedExamQuestion): string {
  if (answer.kind === 'truth') return describeTruth(answer.chosen)
  if (answer.kind === 'number' && question.kind === 'number')
    return [answer.typed, !answer.typed.includes(question.unit) && question.unit].filter(Boolean).join(' ')
  return 'typed' in answer ? answer.typed : ''
}

function describeKey(key: NonNullable<ShownExamQuestion['solution']>['key'], question: AskedExamQuestion): string {
  if (key.kind === 'truth') return describeTruth(key.right)
  if (key.kind === 'text') return key.right.join(' ou ')
  if (key.kind !== 'number') return ''
  return describeRightNumber(key, question.kind === 'number' ? question.unit : '')
}
