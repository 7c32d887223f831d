import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { type RefObject, useState } from 'react'
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
  const [draft, setDraft] = useState<AttemptAnswer>()
  const answer = draft && filledOf(draft)
  const correction = shown.get(number)
  return (
    <div aria-live="polite">
      <ExamQuestion
        question={question}
        answer={given ?? draft}
        shown={correction}
        isLocked={isLocked || given !== undefined}
        heading={heading}
        onAnswer={setDraft}
      >
        {!correction && (
          <BusyButton
            size="md"
            className={classes.give}
            busy={given !== undefined}
            disabled={isLocked || !answer}
            onClick={() => keeper.answer(number, answer!)}
          >
            Responder
          </BusyButton>
        )}
      </ExamQuestion>
    </div>
  )
}
