import type { StudentContentSummary } from '@escola/contract/learning.contract'
import { IconCircleCheckFilled, IconLock, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '../../ui/courses/duration.ts'
import { DripCountdown } from './drip-countdown.tsx'
import classes from './lesson-row.module.css'

interface Props {
  degreeLink: string
  lesson: StudentContentSummary
  isCurrent?: boolean
}

/** Shows a lesson in the list of its module: done, next to be seen, or locked until it opens. */
export function LessonRow({ degreeLink, lesson, isCurrent = false }: Props) {
  const isLocked = lesson.restricted || (lesson.dripped && !lesson.isComplete)
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
            <span className={classes.exam}>{lesson.mark ? `Nota ${lesson.mark}` : 'Avaliação'}</span>
          </>
        )}
      </span>
      <span className={classes.when}>
        {lesson.restricted ? (
          'Exclusiva'
        ) : isLocked && lesson.availableWhen ? (
          <DripCountdown availableWhen={lesson.availableWhen} />
        ) : (
          formatDuration(lesson.main_media_duration)
        )}
      </span>
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
