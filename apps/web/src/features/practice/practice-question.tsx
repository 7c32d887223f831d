import type { AskedExamQuestion } from '@escola/contract/exam-attempt-wire'
import { practiceTexts } from '@escola/contract/practice-texts'
import { Badge } from '@mantine/core'
import { IconArrowRight, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { ApiError, textOf } from '../../api/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ExamQuestion } from '../../ui/exam-answers/exam-question.tsx'
import { filledOf } from '../../ui/exam-answers/filled-answer.ts'
import { answerByKey } from './answer-keys.ts'
import classes from './practice.module.css'
import type { useRound } from './use-round.ts'

interface Props {
  round: ReturnType<typeof useRound>
  question: AskedExamQuestion
  isFirst: boolean
  isLast: boolean
}

/** One question: the keys 1 to 9 choose, and Enter answers or goes on. */
export function PracticeQuestionView({ round, question, isFirst, isLast }: Props) {
  const { draft, verdict, isSending, error, isGone } = round
  const heading = useRef<HTMLHeadingElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFirst) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [isFirst])
  const isDone = verdict !== undefined || isGone
  useEffect(() => {
    if (isDone) next.current?.focus({ preventScroll: true })
  }, [isDone])
  const answer = draft && filledOf(draft)
  const act = () => {
    if (isDone) round.goOn()
    else if (answer) round.send(answer)
  }
  useKeys((key) => {
    if (key === 'Enter') act()
    else if (!isDone && !isSending) {
      const chosen = answerByKey(question, draft, key)
      if (chosen) round.choose(chosen)
    }
  })
  const shown = verdict && { question, answer: draft ?? null, earned: 0, solution: verdict.solution }
  return (
    <form
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault()
        act()
      }}
    >
      <ExamQuestion
        question={question}
        answer={draft}
        shown={shown}
        isLocked={isSending || isGone}
        aside={<div role="status">{verdict && <Verdict isRight={verdict.is_right} />}</div>}
        heading={heading}
        onAnswer={round.choose}
      />
      {error && (
        <p role="alert" className={classes.failure}>
          {describeFailure(error)}
        </p>
      )}
      <div className={classes.steps}>
        {isDone ? (
          <BusyButton
            ref={next}
            type="submit"
            size="md"
            busy={false}
            fullWidth
            rightSection={<IconArrowRight size={18} aria-hidden />}
          >
            {isLast ? 'Terminar' : 'Próxima'}
          </BusyButton>
        ) : (
          <BusyButton type="submit" size="md" fullWidth busy={isSending} disabled={!answer}>
            {error ? 'Tentar de novo' : 'Responder'}
          </BusyButton>
        )}
      </div>
    </form>
  )
}

function Verdict({ isRight }: { isRight: boolean }) {
  return (
    <Badge
      size="lg"
      variant="light"
      tt="none"
      color={isRight ? 'teal' : 'danger'}
      leftSection={isRight ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
    >
      {isRight ? practiceTexts.right : practiceTexts.wrong}
    </Badge>
  )
}

const describeFailure = (error: Error) =>
  error instanceof ApiError && error.status === 0
    ? 'Sem conexão: a sua resposta ainda não foi enviada. Tente de novo quando a conexão voltar.'
    : textOf(error)

/** Calls with keys that no field, button or link takes for itself. */
function useKeys(handle: (key: string) => void) {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (target.closest('[role="dialog"], textarea, select, input:not([type="radio"], [type="checkbox"])')) return
      if (event.key === 'Enter' && target.closest('button, a, input')) return
      latest.current(event.key)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
