import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Stops the time of day and all that repeats by it; a test moves them on, however long a screen takes to come. */
export const stopClock = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })

/** Moves a stopped clock on second by second, and lets a screen follow each: countdowns and what asks again and again. */
export async function passSeconds(seconds: number) {
  for (let second = 0; second < seconds; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
}

/**
 * Gives the real clock back. jsdom draws its frames by the clock that was there when the first one was asked for:
 * a frame that a stopped clock never draws would hold up those of all later tests, so it is drawn first, and so are those that a frame asks for.
 */
export function realClock() {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(200)
  vi.useRealTimers()
}
