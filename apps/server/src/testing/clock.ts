import { minuteMs } from '@escola/contract/durations'
import { onTestFinished, vi } from 'vitest'

/** Stops the clock at the beginning of a minute until the test ends, so that limits by the minute count in one minute. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / minuteMs) * minuteMs })
  onTestFinished(() => void vi.useRealTimers())
}

/**
 * Builds what looks at something again and again, without these looks: a busy machine makes them late, and an API that is late, or whose database is, refuses
 * calls. Tests of the looks build an API of their own.
 */
export async function withoutLooks<T>(build: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  return build().finally(() => vi.useRealTimers())
}
