import { vi } from 'vitest'

/** Stops the time of day and all that repeats by it; a test moves them on, however long a screen takes to come. */
export const stopClock = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
