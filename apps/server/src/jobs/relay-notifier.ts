import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '@escola/db'
import { runShared } from '../core/current-caller.ts'
import { notifyRelay } from './outbox.queries.ts'

const pauseMs = 20

/**
 * Wakes the relay after transactions that did not: those that notify commit one after the other, each only once the disk has the one before. One call
 * covers all transactions since the last call. A relay that gets no call looks by itself within a second.
 */
export class RelayNotifier {
  readonly #platform: Pick<Platform, 'readPlatform'>
  readonly #pause: () => Promise<void>
  #isAsked = false
  #isNotifying = false

  constructor(
    platform: Pick<Platform, 'readPlatform'>,
    pause = (): Promise<void> => wait(pauseMs, undefined, { ref: false }),
  ) {
    this.#platform = platform
    this.#pause = pause
  }

  notify() {
    this.#isAsked = true
    if (!this.#isNotifying) void runShared(() => this.#notifyAll())
  }

  async #notifyAll() {
    this.#isNotifying = true
    while (this.#isAsked) {
      this.#isAsked = false
      // A relay that is not notified finds the row at its next look.
      await notifyRelay(this.#platform).catch(() => undefined)
      await this.#pause()
    }
    // The event loop does not turn between the last check for requests and this line, so no request comes in unseen after the run has ended.
    this.#isNotifying = false
  }
}
