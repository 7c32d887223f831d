import type { Platform } from '@escola/db'
import type { Config } from '../config.ts'
import { sign } from '../security/signatures.ts'
import type { Counters } from './counter-store.ts'
import { postgresCounters } from './counters.queries.ts'
import { type CounterLog, redisCounters } from './redis-counters.ts'

export interface CounterTools {
  config: Pick<Config, 'redisUrl' | 'redisWaitMs' | 'secret' | 'database'>
  platform: Pick<Platform, 'withPlatform'>
  now(): Date
  log: CounterLog
}

/** Opens counters on Redis where it is configured, else in PostgreSQL. Keys are hashed, so no store learns whom they name. */
export async function openCounters({ config, platform, now, log }: CounterTools): Promise<Counters> {
  const counters = config.redisUrl
    ? await redisCounters(config.redisUrl, {
        prefix: prefixOf(config.database.platform),
        answerWithinMs: config.redisWaitMs,
        now,
        log,
      })
    : postgresCounters(platform, now)
  const hidden = (key: string) => sign(config.secret, 'counter', key)
  return {
    take: (limits, windowMs) =>
      counters.take(
        limits.map((limit) => ({ ...limit, key: hidden(limit.key) })),
        windowMs,
      ),
    giveBack: (key) => counters.giveBack(hidden(key)),
    clearAttempts: (key) => counters.clearAttempts(hidden(key)),
    close: () => counters.close(),
  }
}

/** Installations that share a Redis do not count together. */
const prefixOf = (databaseUrl: string) => `escola-${new URL(databaseUrl).pathname.slice(1)}:counter:`
