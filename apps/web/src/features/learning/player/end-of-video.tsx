import type { StudentContent, StudentContentSummary, StudentDegree } from '@escola/contract/learning.contract'
import { Button, VisuallyHidden } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCountdown } from '../../../ui/use-countdown.ts'
import { useLessonMarks } from '../lesson-marks.ts'
import { findNeighbours, isShut, lessonsOf, needsPassing } from '../lesson-order.ts'
import classes from '../lesson-video.module.css'
import { startWhenOpened } from './auto-start.ts'

const pause = 5

interface Props {
  degree: StudentDegree
  content: StudentContent
  /** Says whether the user wants the next lesson to follow automatically. */
  goesOn: boolean
}

/**
 * Offers the next lesson after the video has ended. The next lesson opens when this one is complete, so going on marks it complete; a user who chose
 * to go on by themselves has agreed to that for every lesson.
 */
export function EndOfVideo({ degree, content, goesOn }: Props) {
  const { next } = findNeighbours(degree, content.link)
  const { mark, isWaiting } = useLessonMarks()
  const navigate = useNavigate()
  const [isCalledOff, setCalledOff] = useState(false)
  const [isGoing, setGoing] = useState(false)
  const goOn = useEffectEvent(() => {
    if (!next) return
    startWhenOpened(next.id)
    void navigate({ to: '/c/$link/$classLink', params: { link: degree.link, classLink: next.link }, search: true })
  })
  const isHeldHere = next?.after === content.link && !next.isComplete
  useEffect(() => {
    // Without a connection the student stays: the lesson opens much later.
    if (isGoing && isWaiting) setGoing(false)
    else if (isGoing && !isHeldHere) goOn()
  }, [isGoing, isWaiting, isHeldHere])
  if (!next || (isShut(next) && !(isHeldHere && !next.dripped))) return null
  // Going on would mark the lesson as complete.
  if (lessonsOf(degree).some((each) => each.id === content.id && needsPassing(each))) return null
  const go = () => {
    const { id: contentId, title } = content
    if (!content.isComplete) mark({ contentId, title, degreeId: degree.id, degreeLink: degree.link, isComplete: true })
    setGoing(true)
  }
  if (isGoing) return null
  if (goesOn && !isCalledOff && onlineManager.isOnline())
    return <Countdown next={next} onEnd={go} onCancel={() => setCalledOff(true)} />
  // Otherwise the next lesson is one tap away already.
  if (content.isComplete) return null
  return (
    <Button size="sm" variant="light" onClick={go}>
      Concluir e ir para a próxima aula
    </Button>
  )
}

interface CountdownProps {
  next: StudentContentSummary
  onEnd: () => void
  onCancel: () => void
}

function Countdown({ next, onEnd, onCancel }: CountdownProps) {
  const left = useCountdown(pause, onEnd)
  return (
    <>
      <span aria-hidden className={classes.countdown}>
        Próxima aula em {left} s
      </span>
      {/* Said once, not at each second, and at once: there is little time to call it off. */}
      <VisuallyHidden role="alert">
        A próxima aula, {next.title}, abre em {pause} segundos
      </VisuallyHidden>
      <span aria-hidden className={classes.dot}>
        ·
      </span>
      <button type="button" className={classes.quiet} onClick={onCancel}>
        Cancelar
      </button>
    </>
  )
}
