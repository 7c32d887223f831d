import { VisuallyHidden } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { subscribeToSeconds } from '../../ui/each-second.ts'
import type { AttemptKeeper } from './attempt-keeper.ts'
import classes from './exam-attempts.module.css'

const padTwo = (value: number) => String(value).padStart(2, '0')

/** '1:05:09', '04:30'. */
const formatLeft = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${padTwo(minutes)}:${padTwo(seconds % 60)}`
}

/** Seconds at which a screen reader says how much is left. */
const warnings = [
  { at: 300, text: 'Faltam 5 minutos' },
  { at: 60, text: 'Falta 1 minuto' },
]

/** Time that is left by the school's clock. */
export function AttemptTimer({ keeper }: { keeper: AttemptKeeper }) {
  const left = useSyncExternalStore(subscribeToSeconds, () => Math.ceil((keeper.timeLeft() ?? 0) / 1000))
  const [said, say] = useState('')
  const before = useRef(left)
  useEffect(() => {
    const due = warnings.findLast(({ at }) => before.current > at && left <= at)
    before.current = left
    if (due) say(due.text)
  }, [left])
  return (
    <>
      <span role="timer" aria-label="Tempo restante" className={classes.timer} data-ends={left <= 60 || undefined}>
        <IconClock size={18} aria-hidden />
        {formatLeft(left)}
      </span>
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
    </>
  )
}
