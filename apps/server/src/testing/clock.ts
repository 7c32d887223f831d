import { onTestFinished, vi } from 'vitest'

/** Stops the clock at the beginning of a minute until the test ends, so that limits by the minute count in one minute. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}
