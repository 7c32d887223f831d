import { minuteMs } from '@escola/contract/durations'
import type { Platform, PlatformDb } from '@escola/db'
import { sql } from 'kysely'
import type { Counters } from './counter-store.ts'
import { judgeAttempt } from './memory-counters.ts'

const sweepEveryMs = minuteMs

export function postgresCounters(platform: Pick<Platform, 'withPlatform'>, now: () => Date): Counters {
  // When the database does not answer, the next sweep deletes what is over.
  const sweeping = setInterval(
    () => platform.withPlatform((db) => sweep(db, now())).catch(() => undefined),
    sweepEveryMs,
  )
  sweeping.unref()
  return {
    take: (limits, windowMs) =>
      platform.withPlatform(async (db) => {
        const at = now().getTime()
        const keys = limits.map(({ key }) => key)
        const recent = await lockRecent(db, keys, at, windowMs)
        const attempt = judgeAttempt(limits, (key) => recent.get(key)!, windowMs, at)
        if (!attempt.waitMs) await countAttempts(db, keys, at)
        return attempt
      }, 'kept'),
    giveBack: (key) => platform.withPlatform((db) => countOneLess(db, key)),
    clearAttempts: (key) => platform.withPlatform((db) => clearAttempts(db, key)),
    close: async () => clearInterval(sweeping),
  }
}

/**
 * Attempts that were counted within the window. Each is held until the transaction ends, in the order of the keys, so that callers never
 * wait in a circle.
 */
async function lockRecent(db: PlatformDb, keys: string[], at: number, windowMs: number) {
  const { rows } = await sql<{ key_hash: string; times_ms: string[] }>`
    insert into rate_counters as c (key_hash, times_ms, utc_ends_on)
    select key, '{}', ${new Date(at + windowMs)}::timestamptz from unnest(${keys}::text[]) key order by key
    on conflict (key_hash) do update set utc_ends_on = greatest(c.utc_ends_on, excluded.utc_ends_on),
      times_ms = array(select t from unnest(c.times_ms) t where t > ${at - windowMs}::bigint order by t)
    returning key_hash, times_ms`.execute(db)
  return new Map(rows.map(({ key_hash, times_ms }) => [key_hash, times_ms.map(Number)]))
}

async function countAttempts(db: PlatformDb, keys: string[], at: number) {
  await sql`update rate_counters set times_ms = times_ms || ${at}::bigint where key_hash = any(${keys}::text[])`.execute(
    db,
  )
}

async function countOneLess(db: PlatformDb, key: string) {
  await sql`update rate_counters set times_ms = trim_array(times_ms, 1) where key_hash = ${key} and times_ms <> '{}'`.execute(
    db,
  )
}

async function clearAttempts(db: PlatformDb, key: string) {
  await sql`delete from rate_counters where key_hash = ${key}`.execute(db)
}

/** Deletes the counts that are over. Rows are few, so no index would pay for its writes. */
export async function sweep(db: PlatformDb, now: Date) {
  await sql`delete from rate_counters where utc_ends_on < ${now}`.execute(db)
}
