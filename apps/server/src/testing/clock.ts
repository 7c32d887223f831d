import { onTestFinished, vi } from 'vitest'

/** Stops the clock at the beginning of a minute until the test ends: what counts by the minute counts in one. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}
