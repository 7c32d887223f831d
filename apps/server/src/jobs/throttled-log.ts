import type { Logger } from 'pino'

const quietMs = 30_000

/** Logs the first of a series of similar errors, then at most one line per 30 seconds with the number of errors that were skipped. */
export function throttledLog(log: Logger, message: string, level: 'warn' | 'error' = 'warn'): (error: Error) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (error) => {
    const now = Date.now()
    if (now - loggedAt < quietMs) {
      leftOut++
      return
    }
    log[level]({ err: error, ...(leftOut ? { leftOut } : {}) }, message)
    loggedAt = now
    leftOut = 0
  }
}
