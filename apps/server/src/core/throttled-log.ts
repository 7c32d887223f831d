import { Unfit } from '@escola/db'
import type { Logger } from 'pino'

const quietMs = 30_000

/**
 * Logs the first of a series of similar errors, then at most one line per 30 seconds with the number of errors that were skipped. An error that is
 * a sentence for the operator comes without its stack.
 */
export function throttledLog(
  log: Pick<Logger, 'warn' | 'error'>,
  message: string,
  level: 'warn' | 'error' = 'warn',
): (error: Error) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (error) => {
    const now = Date.now()
    if (now - loggedAt < quietMs) {
      leftOut++
      return
    }
    const skipped = leftOut ? { leftOut } : {}
    if (error instanceof Unfit) log[level](skipped, `${message}: ${error.message}`)
    else log[level]({ err: error, ...skipped }, message)
    loggedAt = now
    leftOut = 0
  }
}
