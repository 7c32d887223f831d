import { useSyncExternalStore } from 'react'
import { formatOpening } from './lesson-openings.ts'

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** Clock that all the countdowns of a page share. */
const subscribeToSeconds = (listener: () => void) => {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** Counts down to the opening of a dripped lesson. */
export const DripCountdown = ({ availableWhen }: { availableWhen: string }) => (
  <span>{useSyncExternalStore(subscribeToSeconds, () => formatOpening(availableWhen))}</span>
)
