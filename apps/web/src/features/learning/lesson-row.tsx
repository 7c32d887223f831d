import type { StudentContentSummary } from '@escola/contract/learning.contract'
import { studyMessages } from '@escola/contract/messages'
import { IconCircleCheckFilled, IconLock, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '../../ui/courses/duration.ts'
import { DripCountdown } from './drip-countdown.tsx'
import { isShut } from './lesson-order.ts'
import classes from './lesson-row.module.css'

interface Props {
  degreeLink: string
  lesson: StudentContentSummary
  isCurrent?: boolean
  /** Title of the lesson that must be completed before. */
  holder?: string | undefined
}

/** Shows a lesson in the list of its module: done, next to be seen, or locked until it opens. */
export function LessonRow({ degreeLink, lesson, isCurrent = false, holder }: Props) {
  const isLocked = lesson.restricted || isShut(lesson)
  const face = (
    <>
      <span className={classes.mark} data-complete={lesson.isComplete || undefined}>
        {lesson.isComplete ? (
          <IconCircleCheckFilled size={20} role="img" aria-label="Concluída" />
        ) : isLocked ? (
          <IconLock size={18} role="img" aria-label="Bloqueada" />
        ) : (
          <IconPlayerPlay size={18} aria-hidden />
        )}
      </span>
      <span className={classes.title}>
        {lesson.title}
        {lesson.assessment && (
          <>
            {' '}
            <span className={classes.exam}>{describeAssessment(lesson)}</span>
          </>
        )}
      </span>
      <span className={classes.when}>
        {lesson.restricted ? (
          'Exclusiva'
        ) : lesson.dripped && isLocked && lesson.availableWhen ? (
          <DripCountdown availableWhen={lesson.availableWhen} />
        ) : (
          formatDuration(lesson.main_media_duration)
        )}
      </span>
      {holder !== undefined && <span className={classes.holder}>{studyMessages.opensAfter(holder)}</span>}
    </>
  )
  if (isLocked) {
    return (
      <div className={classes.row} data-locked>
        {face}
      </div>
    )
  }
  return (
    <Link
      to="/c/$link/$classLink"
      params={{ link: degreeLink, classLink: lesson.link }}
      search={true}
      className={classes.row}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {face}
    </Link>
  )
}

function describeAssessment({ mark, is_waiting }: Props['lesson']): string {
  if (mark) return `Nota ${mark}`
  return is_waiting ? 'Aguardando correção' : 'Avaliação'
}
