import type { StudentContent, StudentContentSummary, StudentDegree } from '@escola/contract/learning.contract'
import { studyMessages } from '@escola/contract/messages'
import { Button } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconClipboardCheck,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react'
import { useIsAuthor } from '../../session/rights.ts'
import { part, usePart, whenIdle } from '../../ui/loading/part.ts'
import { BookmarkButton } from './bookmark-button.tsx'
import type { CourseFinished } from './course-finished.tsx'
import { DripCountdown } from './drip-countdown.tsx'
import classes from './lesson-actions.module.css'
import { useLessonMarks } from './lesson-marks.ts'
import { findHolder, findNeighbours, isDone, isShut, lessonsOf, needsPassing } from './lesson-order.ts'

const finishedPart = part(() => import('./course-finished.tsx'))

/** Place of the lesson's assessment. */
export const examPlace = 'avaliacao'

function goToExam() {
  const place = document.getElementById(examPlace)
  place?.scrollIntoView()
  place?.focus({ preventScroll: true })
}

interface Props {
  degree: StudentDegree
  /** Null while the lesson is on its way. */
  content: StudentContent | null
  classLink: string
}

/** Mark as complete, go on, go back; and the end of the course when this was its last lesson. */
export function LessonActions({ degree, content, classLink }: Props) {
  const isAuthor = useIsAuthor(degree.id)
  const { mark, unsent, isWaiting } = useLessonMarks()
  const isUnsent = unsent.some((each) => each.contentId === content?.id)
  const [wasDone] = useState(isDone(degree))
  const { previous, next } = findNeighbours(degree, classLink)
  const missing = lessonsOf(degree).filter((lesson) => !lesson.isComplete).length
  useEffect(() => {
    // The last mark may be made without a connection.
    if (missing === 1) whenIdle(finishedPart.load)
  }, [missing])
  const isComplete = content?.isComplete ?? false
  const isPassedFirst = lessonsOf(degree).some((each) => each.link === classLink && needsPassing(each))
  const mayGoOn = isAuthor || (isComplete && !(next && isShut(next)))
  const holder = next && findHolder(degree, next)

  const handleMark = (event: MouseEvent) => {
    // The second half of a double click is not a change of mind.
    if (!content || event.detail > 1) return
    const { id: contentId, title } = content
    mark({ contentId, title, degreeId: degree.id, degreeLink: degree.link, isComplete: !isComplete })
  }

  return (
    <div className={classes.box}>
      <div className={classes.actions}>
        {isPassedFirst && !isAuthor ? (
          <Button
            size="md"
            className={classes.complete}
            leftSection={<IconClipboardCheck size={20} aria-hidden />}
            aria-describedby="lesson-hint"
            onClick={goToExam}
          >
            Fazer a avaliação
          </Button>
        ) : (
          <Button
            size="md"
            className={classes.complete}
            variant={isComplete ? 'light' : 'filled'}
            leftSection={
              isComplete ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircleCheck size={20} aria-hidden />
            }
            aria-pressed={isComplete}
            aria-busy={(isUnsent && !isWaiting) || undefined}
            aria-describedby="lesson-hint"
            disabled={!content || isAuthor}
            onClick={handleMark}
          >
            {isComplete ? 'Concluída' : 'Marcar como concluída'}
          </Button>
        )}
        {previous && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden />}
            renderRoot={(props) => (
              <Link
                to="/c/$link/$classLink"
                params={{ link: degree.link, classLink: previous.link }}
                search={true}
                {...props}
              />
            )}
          >
            Aula anterior
          </Button>
        )}
        {next && <NextLesson degreeLink={degree.link} next={next} mayGoOn={mayGoOn} />}
        {content && !isAuthor && <BookmarkButton degreeId={degree.id} contentId={content.id} />}
      </div>
      <p id="lesson-hint" className={classes.hint}>
        {isAuthor ? (
          'Você está vendo como aluno: administradores não marcam aulas como concluídas.'
        ) : isUnsent && isWaiting ? (
          `Sem conexão: a marcação está guardada e será enviada assim que a internet voltar.${holder === undefined ? '' : ` ${studyMessages.opensOnceSent}`}`
        ) : isPassedFirst ? (
          studyMessages.passFirst
        ) : next?.dripped && next.availableWhen ? (
          <>
            Próxima aula: {next.title}. <DripCountdown availableWhen={next.availableWhen} />
          </>
        ) : isComplete && holder !== undefined && next?.after !== classLink ? (
          `Próxima aula: ${next?.title}. ${studyMessages.opensAfter(holder)}`
        ) : (
          content && next && !isComplete && studyMessages.lessonFirst
        )}
      </p>
      {isDone(degree) && <Finished degree={degree} isNew={!wasDone} />}
    </div>
  )
}

/** Comes into a place that waits for it: few lessons end a course. */
function Finished(props: ComponentProps<typeof CourseFinished>) {
  const { loaded, hasFailed } = usePart(finishedPart)
  return (
    <div className={classes.finished}>
      {loaded ? (
        <loaded.CourseFinished {...props} />
      ) : (
        hasFailed && <p role="status">Parabéns! {studyMessages.courseDone}.</p>
      )}
    </div>
  )
}

interface NextProps {
  degreeLink: string
  next: StudentContentSummary
  mayGoOn: boolean
}

function NextLesson({ degreeLink, next, mayGoOn }: NextProps) {
  const look = { size: 'md', rightSection: <IconArrowRight size={18} aria-hidden /> } as const
  if (!mayGoOn) {
    return (
      <Button {...look} variant="default" disabled aria-describedby="lesson-hint">
        Próxima aula
      </Button>
    )
  }
  return (
    <Button
      {...look}
      renderRoot={(props) => (
        <Link to="/c/$link/$classLink" params={{ link: degreeLink, classLink: next.link }} search={true} {...props} />
      )}
    >
      Próxima aula
    </Button>
  )
}
