import { growingCache } from '../core/growing-cache.ts'
import type { Counters, Limit } from './counter-store.ts'

const maxCached = 50_000

/**
 * Counts what callers do whose counts are never given back. One that is full is refused from memory until its next try would be taken: a store
 * that is asked for each refusal holds up other callers.
 */
export class CachedRateLimit {
  readonly #fullUntil = growingCache<number>(maxCached)
  readonly #counters: Pick<Counters, 'take'>
  readonly #now: () => Date

  constructor(counters: Pick<Counters, 'take'>, now: () => Date) {
    this.#counters = counters
    this.#now = now
  }

  /** @returns how long to wait, 0 when this one was taken, and how many count by now */
  async take({ key, max }: Pick<Limit, 'key' | 'max'>, windowMs: number): Promise<{ waitMs: number; count: number }> {
    const remainingMs = (this.#fullUntil.get(key) ?? 0) - this.#now().getTime()
    if (remainingMs > 0) return { waitMs: remainingMs, count: max + 1 }
    const { waitMs, counts } = await this.#counters.take([{ key, max }], windowMs)
    if (waitMs > 0) this.#fullUntil.set(key, this.#now().getTime() + waitMs)
    return { waitMs, count: waitMs > 0 ? max + 1 : counts[0]! }
  }
}
