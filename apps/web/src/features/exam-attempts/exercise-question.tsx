import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ExamQuestion } from '../../ui/exam-answers/exam-question.tsx'
import { filledOf } from '../../ui/exam-answers/filled-answer.ts'
import type { AttemptKeeper, AttemptState } from './attempt-keeper.ts'
import classes from './exam-attempts.module.css'

interface Props {
  keeper: AttemptKeeper
  state: AttemptState
  question: AskedExamQuestion
  isLocked: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

/** Question of an exercise: its answer is given by a button, because the key that follows leaves it as it is. */
export function ExerciseQuestion({ keeper, state: { answers, shown }, question, isLocked, heading }: Props) {
  const { number } = question
  const given = answers.get(number)
  const [draft, setDraft] = useState(() => keeper.readDraft(number))
  const answer = draft && filledOf(draft)
  const correction = shown.get(number)
  const handleAnswer = (next: AttemptAnswer) => {
    setDraft(next)
    keeper.keepDraft(number, filledOf(next) ?? undefined)
  }
  const give = (answer: AttemptAnswer) => {
    keeper.answer(number, answer)
    keeper.keepDraft(number, undefined)
  }
  const isWaiting = given !== undefined && !correction
  const wasWaiting = useRef(isWaiting)
  useEffect(() => {
    // The button disappears with the answer, and would take the focus along.
    if (wasWaiting.current && correction) heading.current?.focus({ preventScroll: true })
    wasWaiting.current = isWaiting
  }, [isWaiting, correction, heading])
  return (
    <form
      aria-live="polite"
      onSubmit={(event) => {
        event.preventDefault()
        if (answer && !isLocked && given === undefined) give(answer)
      }}
    >
      <ExamQuestion
        question={question}
        answer={given ?? draft}
        shown={correction}
        isLocked={isLocked || given !== undefined}
        heading={heading}
        onAnswer={handleAnswer}
      >
        {!correction && (
          <BusyButton
            size="md"
            className={classes.give}
            busy={given !== undefined}
            type="submit"
            disabled={isLocked || !answer}
          >
            Responder
          </BusyButton>
        )}
      </ExamQuestion>
    </form>
  )
}
