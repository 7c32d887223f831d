import { VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Navigate } from '@tanstack/react-router'
import { PageSkeleton } from '../../ui/loading/page-skeleton.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { Answering } from './answering.tsx'
import { AttemptNotices, SaveLine } from './attempt-notices.tsx'
import { AttemptTimer } from './attempt-timer.tsx'
import type { ExamLesson } from './begin-button.tsx'
import classes from './exam-attempts.module.css'
import { nameKind } from './exam-words.ts'
import { useAttempt } from './use-attempt.ts'

interface Props {
  attemptId: string
  lesson: ExamLesson
  /** Title of the lesson; '' where it can't be opened now. */
  lessonTitle: string
}

/** A student's running attempt: nothing but the questions, the time, and the way back. */
export function AttemptPage({ attemptId, lesson, lessonTitle }: Props) {
  const { keeper, state } = useAttempt(attemptId)
  const { attempt, phase } = state
  const title = [attempt && nameKind(attempt.kind), lessonTitle].filter(Boolean).join(': ') || 'Avaliação'
  useDocumentTitle(title)
  if (phase === 'over')
    return <Navigate to="/c/$link/$classLink/resultado/$attemptId" params={{ ...lesson, attemptId }} replace />
  if (!attempt && phase === 'opening') return <PageSkeleton />
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/c/$link/$classLink" params={lesson} className={classes.back}>
          <IconArrowLeft size={20} aria-hidden />
          <span>Sair</span>
          <VisuallyHidden component="span"> e voltar à aula</VisuallyHidden>
        </Link>
        {attempt && keeper.timeLeft() !== null && <AttemptTimer keeper={keeper} />}
        {attempt && phase !== 'taken_over' && <SaveLine state={state} />}
      </header>
      <h1 className={classes.title}>{title}</h1>
      <AttemptNotices keeper={keeper} state={state} />
      {attempt && <Answering keeper={keeper} state={state} attempt={attempt} />}
    </div>
  )
}
