import { setImmediate as answerSent } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import PQueue from 'p-queue'
import { AppError } from '../core/app-error.ts'

/** A few seconds of work at most: beyond it everybody is asked to come again. */
const maxWaiting = 1000

/** Work whose duration nobody may learn from the answer: it begins once the answer has left. What was accepted is done before the process stops. */
export class AfterAnswers {
  readonly #log: FastifyBaseLogger
  // Two at once leave the database's connections to those who wait for an answer.
  readonly #queue = new PQueue({ concurrency: 2 })

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** @throws unavailable when too much waits already, whatever the work is */
  add(requestId: string, work: () => Promise<unknown>) {
    if (this.#queue.size >= maxWaiting) throw new AppError('unavailable', { retryAfter: 5 })
    this.#queue
      .add(async () => {
        await answerSent()
        await work()
      })
      .catch((err) => this.#log.error({ reqId: requestId, err }, 'work after an answer failed'))
  }

  /** Until all of it is done. */
  settled(): Promise<void> {
    return this.#queue.onIdle()
  }
}
