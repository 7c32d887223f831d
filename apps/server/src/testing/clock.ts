import { minuteMs } from '@escola/contract/durations'
import { onTestFinished, vi } from 'vitest'

/** Stops the clock at the beginning of a minute until the test ends, so that limits by the minute count in one minute. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / minuteMs) * minuteMs })
  onTestFinished(() => void vi.useRealTimers())
}
