import { growingCache } from '../core/growing-cache.ts'
import type { Attempt, Counters, Limit } from './counter-store.ts'

const maxKeys = 50_000

/** Counters that one process keeps for itself. */
export function memoryCounters(now: () => Date): Counters {
  const times = growingCache<number[]>(maxKeys)
  return {
    take: async (limits, windowMs) => {
      const at = now().getTime()
      const recent = (key: string) => (times.get(key) ?? []).filter((time) => time > at - windowMs)
      const attempt = judgeAttempt(limits, recent, windowMs, at)
      if (!attempt.waitMs) for (const { key } of limits) times.set(key, [...recent(key), at])
      return attempt
    },
    giveBack: async (key) => void times.set(key, (times.get(key) ?? []).slice(0, -1)),
    clearAttempts: async (key) => void times.delete(key),
    close: async () => undefined,
  }
}

/** @param recent the times within the window, rising */
export function judgeAttempt(
  limits: Limit[],
  recent: (key: string) => number[],
  windowMs: number,
  now: number,
): Attempt {
  const states = limits.map(({ key, max, since }) => {
    const counted = since ? recent(key).filter((time) => time > since.getTime()) : recent(key)
    const oldest = counted.at(-max)
    return { count: counted.length, waitMs: oldest === undefined ? 0 : oldest + windowMs - now }
  })
  const waitMs = Math.max(...states.map((state) => state.waitMs))
  return { waitMs, counts: states.map(({ count }) => (waitMs ? count : count + 1)) }
}
