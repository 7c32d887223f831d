import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../core/app-error.ts'
import type { Counters } from './counter-store.ts'

type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void

const mostRemembered = 50_000

/**
 * Lets routes limit how often one address calls them, counted by all processes together. An address that is full is refused from memory
 * until its next call would be taken: these counts are never given back, and a store that is asked for each refusal holds up other callers.
 */
export async function installRateLimits(app: FastifyInstance, counters: Counters, now: () => Date) {
  const fullUntil = new LRUCache<string, number>({ max: mostRemembered })
  class Store {
    readonly #route: string
    constructor(route: unknown) {
      this.#route = typeof route === 'string' ? route : ''
    }
    child({ routeInfo }: { routeInfo: { method?: unknown; url?: string } }) {
      return new Store(`${routeInfo.method} ${routeInfo.url}`)
    }
    incr(address: string, callback: Callback, windowMs: number, max: number) {
      const key = `${this.#route} ${address}`
      const remainingMs = (fullUntil.get(key) ?? 0) - now().getTime()
      if (remainingMs > 0) return callback(null, { current: max + 1, ttl: remainingMs })
      counters.take([{ key, max }], windowMs).then(({ waitMs, counts }) => {
        if (waitMs) fullUntil.set(key, now().getTime() + waitMs)
        callback(null, { current: waitMs ? max + 1 : counts[0]!, ttl: waitMs || windowMs })
      }, callback)
    }
  }
  await app.register(rateLimit, {
    global: false,
    store: Store as never,
    errorResponseBuilder: () => new AppError('too_many_requests'),
  })
}
