import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '@escola/db'
import { notifyRelay } from './outbox.queries.ts'

const pauseMs = 20

/**
 * Wakes the relay after transactions that did not: those that notify commit one after the other, each only once the disk has the one before. One call
 * tells of all that committed since the last. A relay that hears none looks by itself within a second.
 */
export class RelayBell {
  readonly #platform: Pick<Platform, 'readPlatform'>
  #ringing: Promise<void> | undefined
  #isAsked = false

  constructor(platform: Pick<Platform, 'readPlatform'>) {
    this.#platform = platform
  }

  ring() {
    this.#isAsked = true
    this.#ringing ??= this.#ring().finally(() => (this.#ringing = undefined))
  }

  async #ring() {
    while (this.#isAsked) {
      this.#isAsked = false
      await notifyRelay(this.#platform).catch(() => undefined)
      await wait(pauseMs, undefined, { ref: false })
    }
  }
}
