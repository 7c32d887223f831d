import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import PQueue from 'p-queue'
import type { PlatformTools } from '../../core/tools.ts'
import { rememberSeen } from './devices.service.ts'

/** Some seconds of work. A record beyond it is left out: the next call of the session makes it. */
const maxWaiting = 1000

/** Writes down when sessions were last seen, after the calls that showed it have their answers. */
export class SeenSessions {
  readonly #tools: Pick<PlatformTools, 'platform' | 'now'>
  readonly #log: Pick<FastifyBaseLogger, 'error'>
  // Two at once leave the database's connections to callers that wait for an answer.
  readonly #queue = new PQueue({ concurrency: 2 })

  constructor(tools: Pick<PlatformTools, 'platform' | 'now'>, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#tools = tools
    this.#log = log
  }

  record(sessionId: string) {
    if (this.#queue.size >= maxWaiting) return
    this.#queue
      .add(async () => {
        await nextTurn()
        await rememberSeen(sessionId, this.#tools)
      })
      .catch((err) => this.#log.error({ err }, 'a session was not noted as seen'))
  }

  /** Waits until all records are written. */
  settled(): Promise<void> {
    return this.#queue.onIdle()
  }
}
