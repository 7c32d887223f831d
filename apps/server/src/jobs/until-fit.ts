import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, isUnavailable, Unfit } from '@escola/db'
import type { Logger } from 'pino'
import { throttledLog } from '../core/throttled-log.ts'

const pauseMs = 1000

/**
 * Waits until the database is there and has been migrated to this release.
 * @throws Unfit, when waiting would not help
 */
export async function untilFit(database: Pick<Database, 'requireFit'>, secret: string, log: Logger): Promise<void> {
  const logWaiting = throttledLog(log, 'the worker waits for its database')
  for (;;) {
    try {
      return await database.requireFit(secret)
    } catch (error) {
      if (!(error instanceof Unfit ? error.mayPass : isUnavailable(error))) throw error
      logWaiting(error as Error)
      await sleep(pauseMs)
    }
  }
}
