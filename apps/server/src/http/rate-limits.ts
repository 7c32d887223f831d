import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'
import type { Counters } from './counters.ts'

type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void

/** Lets routes limit how often one address calls them, counted by all processes together. */
export async function installRateLimits(app: FastifyInstance, counters: Counters) {
  class Store {
    readonly #route: string
    constructor(route: unknown) {
      this.#route = typeof route === 'string' ? route : ''
    }
    child({ routeInfo }: { routeInfo: { method?: unknown; url?: string } }) {
      return new Store(`${routeInfo.method} ${routeInfo.url}`)
    }
    incr(address: string, callback: Callback, windowMs: number, max: number) {
      counters
        .take([{ key: `${this.#route} ${address}`, max }], windowMs)
        .then(
          ({ waitMs, counts }) => callback(null, { current: waitMs ? max + 1 : counts[0]!, ttl: waitMs || windowMs }),
          callback,
        )
    }
  }
  await app.register(rateLimit, {
    global: false,
    store: Store as never,
    errorResponseBuilder: () => new AppError('too_many_requests'),
  })
}
