import type { Logger } from 'pino'

const quietMs = 30_000

/** Says the first of many like troubles, and then at most one line in half a minute, with how many were left out. */
export function boundedLog(log: Logger, message: string, level: 'warn' | 'error' = 'warn'): (error: Error) => void {
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
