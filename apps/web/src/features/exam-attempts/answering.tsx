import type { AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import type { RunningAttempt } from '@escola/contract/exam-attempts.contract'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ExamQuestion } from '../../ui/exam-answers/exam-question.tsx'
import { filledOf, progressOf } from '../../ui/exam-answers/filled-answer.ts'
import { confirm } from '../../ui/questions/confirm.ts'
import type { AttemptKeeper, AttemptState } from './attempt-keeper.ts'
import classes from './exam-attempts.module.css'
import { describeReadiness } from './exam-words.ts'
import { ExerciseQuestion } from './exercise-question.tsx'
import { QuestionList } from './question-list.tsx'

interface Props {
  keeper: AttemptKeeper
  state: AttemptState
  attempt: RunningAttempt
}

/** An answer may take several changes; only the last one counts. */
const isTyped = ({ kind }: AttemptAnswer) => ['number', 'text', 'open', 'order'].includes(kind)

/** One question at a time, with the way to all others below it. */
export function Answering({ keeper, state, attempt: { questions, kind } }: Props) {
  const { answers, shown, phase, isTimeOver } = state
  const progress = questions.map((each) => progressOf(each, answers.get(each.number)))
  const firstOpen = progress.findIndex((each) => each !== 'answered')
  const [at, setAt] = useState(Math.max(0, firstOpen))
  const heading = useRef<HTMLHeadingElement>(null)
  const wasShown = useRef(at)
  useEffect(() => {
    if (wasShown.current === at) return
    wasShown.current = at
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [at])
  const question = questions[at]!
  const { number } = question
  const isLocked = phase !== 'running' || isTimeOver
  const isExercise = kind === 'exercise'
  const handIn = async () => {
    const [missing, inPart] = (['missing', 'in part'] as const).map((state) =>
      progress.filter((each) => each === state),
    )
    const text = describeReadiness(missing!.length, inPart!.length)
    if (await confirm({ title: 'Entregar agora?', text, confirmLabel: 'Entregar' })) void keeper.handIn()
  }
  const handInButton = (
    <Button
      size="md"
      variant={at + 1 < questions.length ? 'default' : 'filled'}
      disabled={isLocked}
      onClick={() => void handIn()}
    >
      Entregar
    </Button>
  )
  return (
    <>
      {isExercise ? (
        <ExerciseQuestion
          key={number}
          keeper={keeper}
          state={state}
          question={question}
          isLocked={isLocked}
          heading={heading}
        />
      ) : (
        <ExamQuestion
          question={question}
          answer={answers.get(number)}
          shown={undefined}
          isLocked={isLocked}
          heading={heading}
          onAnswer={(answer) => keeper.answer(number, filledOf(answer), { isTyped: isTyped(answer) })}
        />
      )}
      <nav className={classes.steps} aria-label="Questões">
        <Button
          size="md"
          variant="default"
          disabled={at === 0}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          onClick={() => setAt(at - 1)}
        >
          Anterior
        </Button>
        <span className={classes.quiet}>
          {at + 1} de {questions.length}
        </span>
        {at + 1 < questions.length ? (
          <Button size="md" rightSection={<IconArrowRight size={18} aria-hidden />} onClick={() => setAt(at + 1)}>
            Próxima
          </Button>
        ) : (
          handInButton
        )}
      </nav>
      <QuestionList questions={questions} answers={answers} shown={shown} at={at} onGo={setAt} />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" className={classes.leaving}>
          {keeper.timeLeft() === null
            ? 'Você pode sair e voltar quando quiser: nada do que respondeu se perde.'
            : 'Você pode sair e voltar: nada do que respondeu se perde, mas o tempo continua a contar.'}
        </Text>
        {at + 1 < questions.length && handInButton}
      </Group>
    </>
  )
}
