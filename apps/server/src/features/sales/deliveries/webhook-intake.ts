import { minuteMs } from '@escola/contract/durations'
import { unprovenPerMinute } from '@escola/contract/sales.contract'
import { SharedPlaces } from '@escola/db'
import PQueue from 'p-queue'
import type { Config } from '../../../config.ts'
import { AppError } from '../../../core/app-error.ts'
import { networkOf } from '../../../core/networks.ts'
import { CachedRateLimit } from '../../../http/cached-rate-limit.ts'
import type { Counters } from '../../../http/counter-store.ts'
import type { Receipt } from './webhooks.service.ts'

/** Connections of deliveries alone. */
export const webhookConnections = 8
/** Number of deliveries that are read, proven and kept at once. Further ones wait, so that a flood of unproven bodies does not fill the memory. */
const mostAtOnce = 64

/**
 * Takes deliveries. Those that prove nothing are counted by the address that they come from, and too many of them are answered that they are too
 * many; each is tried for its proof first, because a platform sends the sales of all schools from few addresses.
 */
export class WebhookIntake {
  readonly #queue = new PQueue({ concurrency: mostAtOnce })
  /** Deliveries that are read or wait, by the network that they come from. */
  readonly #waiting = new SharedPlaces()
  readonly #limit: CachedRateLimit
  readonly #max: number

  constructor(counters: Pick<Counters, 'take'>, { config, now }: { config: Pick<Config, 'rateFactor'>; now(): Date }) {
    this.#limit = new CachedRateLimit(counters, now)
    this.#max = Math.ceil(unprovenPerMinute * config.rateFactor)
  }

  async take(ip: string, receive: () => Promise<Receipt>): Promise<Pick<Receipt, 'received'>> {
    const address = networkOf(ip)
    const sender = { key: address }
    // The next delivery of a sender who has many waiting is read after those of others.
    const priority = -this.#waiting.heldBy(sender)
    this.#waiting.take(sender)
    try {
      const { received, isUnproven } = await this.#queue.add(receive, { priority })
      if (isUnproven) await this.#count(address)
      return { received }
    } catch (error) {
      if (isRefused(error)) await this.#count(address)
      throw error
    } finally {
      this.#waiting.free(sender)
    }
  }

  /** @throws AppError too_many_requests */
  async #count(address: string): Promise<void> {
    const { waitMs } = await this.#limit.take({ key: `unproven webhook ${address}`, max: this.#max }, minuteMs)
    if (waitMs > 0) throw new AppError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) })
  }
}

const isRefused = (error: unknown) =>
  error instanceof AppError && (error.code === 'webhook_refused' || error.code === 'webhook_unknown')
