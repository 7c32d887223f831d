import { useSyncExternalStore } from 'react'
import { opening } from './lesson-openings.ts'

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** One clock for all the countdowns of a page. */
const everySecond = (listener: () => void) => {
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

/** When a dripped lesson opens, counted down. */
export const DripCountdown = ({ availableWhen }: { availableWhen: string }) => (
  <span>{useSyncExternalStore(everySecond, () => opening(availableWhen))}</span>
)
