import type { Platform } from '@escola/db'
import type { Config } from '../config.ts'
import { sign } from '../security/signatures.ts'
import { postgresCounters } from './counters.queries.ts'
import { type CounterLog, redisCounters } from './redis-counters.ts'

/** So many within a window of time; whoever is one too many waits. */
export interface Limit {
  key: string
  max: number
  /** What was counted up to then counts no more. */
  since?: Date | undefined
}
export interface Taken {
  /** How long to wait until one more is taken; 0 when this one was. */
  waitMs: number
  /** How many count for each limit by now. */
  counts: number[]
}

/** What is counted of everybody, by all processes together. */
export interface Counters {
  /** Counts one under every key, or, when one of them has too many, under none. */
  take(limits: Limit[], windowMs: number): Promise<Taken>
  /** Takes the last one back. */
  giveBack(key: string): Promise<void>
  clear(key: string): Promise<void>
  close(): Promise<void>
}

export interface CounterTools {
  config: Pick<Config, 'redisUrl' | 'secret' | 'database'>
  platform: Pick<Platform, 'withPlatform'>
  now(): Date
  log: CounterLog
}

/** On Redis when there is one, else in PostgreSQL. No store learns whom a key names. */
export async function openCounters({ config, platform, now, log }: CounterTools): Promise<Counters> {
  const counters = config.redisUrl
    ? await redisCounters(config.redisUrl, { prefix: prefixOf(config.database.platform), now, log })
    : postgresCounters(platform, now)
  const hidden = (key: string) => sign(config.secret, 'counter', key)
  return {
    take: (limits, windowMs) =>
      counters.take(
        limits.map((limit) => ({ ...limit, key: hidden(limit.key) })),
        windowMs,
      ),
    giveBack: (key) => counters.giveBack(hidden(key)),
    clear: (key) => counters.clear(hidden(key)),
    close: () => counters.close(),
  }
}

/** Installations that share a Redis do not count together. */
const prefixOf = (databaseUrl: string) => `escola-${new URL(databaseUrl).pathname.slice(1)}:counter:`
