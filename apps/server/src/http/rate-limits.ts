import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { networkOf } from '../core/networks.ts'
import { CachedRateLimit } from './cached-rate-limit.ts'
import type { Counters } from './counter-store.ts'

type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void

/** Lets routes limit how often one address calls them, counted by all processes together. An IPv6 caller has a whole network of addresses. */
export async function installRateLimits(app: FastifyInstance, counters: Counters, now: () => Date) {
  const limit = new CachedRateLimit(counters, now)
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
      limit
        .take({ key, max }, windowMs)
        .then(({ waitMs, count }) => callback(null, { current: count, ttl: waitMs || windowMs }), callback)
    }
  }
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    store: Store as never,
    errorResponseBuilder: () => new AppError('too_many_requests'),
  })
}
