import { setImmediate as answerSent, setTimeout as wait } from 'node:timers/promises'
import { isUnavailable } from '@escola/db'
import type { FastifyBaseLogger } from 'fastify'
import PQueue from 'p-queue'
import { AppError } from '../core/app-error.ts'

/** A few seconds of work at most: beyond it everybody is asked to come again. */
const maxWaiting = 1000
/** Somebody was told that it will be done: a database that is away for half a minute does not undo that. */
const attempts = 30

/** Work whose duration nobody may learn from the answer: it begins once the answer has left. What was accepted is done before the process stops. */
export class AfterAnswers {
  readonly #log: FastifyBaseLogger
  readonly #againMs: number
  // Two at once leave the database's connections to those who wait for an answer.
  readonly #queue = new PQueue({ concurrency: 2 })
  readonly #accepted = new Set<Promise<void>>()

  constructor(log: FastifyBaseLogger, againMs = 1000) {
    this.#log = log
    this.#againMs = againMs
  }

  /**
   * @param work may be done twice
   * @throws unavailable when too much waits already, whatever the work is
   */
  add(requestId: string, work: () => Promise<unknown>) {
    if (this.#accepted.size >= maxWaiting) throw new AppError('unavailable', { retryAfter: 5 })
    const done = this.#insist(work)
      .catch((err) => this.#log.error({ reqId: requestId, err }, 'work after an answer failed'))
      .finally(() => this.#accepted.delete(done))
    this.#accepted.add(done)
  }

  /** What has to wait for a database that is away gives its place to others meanwhile: theirs may be there. */
  async #insist(work: () => Promise<unknown>) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#queue.add(async () => {
          await answerSent()
          await work()
        })
      } catch (error) {
        if (!isUnavailable(error) || attempt === attempts) throw error
        await wait(this.#againMs)
      }
    }
  }

  /** Until all of it is done. */
  async settled(): Promise<void> {
    while (this.#accepted.size) await Promise.all(this.#accepted)
  }
}
