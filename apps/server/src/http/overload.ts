import { Refused } from '@escola/db'
import type { FastifyInstance } from 'fastify'

/**
 * Order in which calls are refused while more come than can be answered: positions of videos first, because their devices keep them, then what
 * only reads, and last all that writes: marks, sign-ins, deliveries of sales platforms.
 */
export const refusalTurns = { position: 0, read: 1, write: 2 } as const

export interface RouteLoad {
  turn: number
  /** False for answers that take long by nature, such as uploads: how many are under way says nothing of the load. */
  isShort: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    load?: RouteLoad
  }
}

/** Interval between two looks at the load, in milliseconds. */
const interval = 100
/** Lateness that lasts through this many looks is a queue; a shorter one is a burst, which passes by itself. */
const looksOfQueue = 3
/** Calls that may always be under way at once: a process that answers few in a second is not overloaded by these. */
const fewestPlaces = 256
/** Load from which calls are refused, by their turn. */
const loadsOfTurns = [0.5, 0.75, 1]
/** Weight of the newest measurement in the moving average of answers per second. */
const weightOfLook = 0.2
/** Refusals end, for the log, when none was given for this long, in milliseconds. */
const calmMs = 5000

/**
 * Refuses calls while more come than this process can answer, so that those which are taken are answered soon. Calls under way wait for each
 * other, so their number divided by the answers per second is the wait of the next one; the bound on it is the bound on the wait.
 */
export class Overload {
  #underWay = 0
  #answered = 0
  #answersPerSecond = 0
  #places = fewestPlaces
  readonly #lateness: number[] = []
  readonly #longestWait: number

  /** @param longestWait milliseconds that a call may wait for those before it */
  constructor(longestWait: number) {
    this.#longestWait = longestWait
  }

  begin() {
    this.#underWay++
  }

  end() {
    this.#underWay--
    this.#answered++
  }

  /**
   * Looks at the calls that were answered since the last look.
   * @param passed milliseconds since then; more than the interval when the event loop did nothing but work, and no call could even be read
   */
  look(passed: number) {
    this.#answersPerSecond += weightOfLook * ((this.#answered * 1000) / passed - this.#answersPerSecond)
    this.#answered = 0
    this.#places = Math.max(fewestPlaces, (this.#answersPerSecond * this.#longestWait) / 1000)
    this.#lateness.push(passed - interval)
    if (this.#lateness.length > looksOfQueue) this.#lateness.shift()
  }

  /** 1 when as many calls are under way as may be, or when the event loop is late by the longest wait. */
  get load(): number {
    const late = this.#lateness.length < looksOfQueue ? 0 : Math.min(...this.#lateness) / this.#longestWait
    return Math.max(this.#underWay / this.#places, late)
  }

  takes(turn: number): boolean {
    return this.load < loadsOfTurns[turn]!
  }
}

/**
 * Refuses calls before anything else is done for them, and says in the log when that begins and ends.
 * @param longestWait milliseconds; 0 refuses nothing
 */
export function installOverload(app: FastifyInstance, longestWait: number): Overload {
  const overload = new Overload(longestWait)
  if (longestWait === 0) return overload
  let refusedAt: number | undefined
  app.addHook('onRequest', (request, reply, next) => {
    const { load } = request.routeOptions.config
    if (load && !overload.takes(load.turn)) {
      if (refusedAt === undefined) app.log.warn('more calls come than can be answered: a share of them is refused')
      refusedAt = performance.now()
      return next(new Refused('more calls come than it can answer'))
    }
    if (load?.isShort) {
      overload.begin()
      // A caller that goes away gets no answer, and its place is free as well.
      reply.raw.once('close', () => overload.end())
    }
    next()
  })
  let lookedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    overload.look(now - lookedAt)
    lookedAt = now
    if (refusedAt === undefined || now - refusedAt < calmMs) return
    refusedAt = undefined
    app.log.info('every call is taken again')
  }, interval).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
  return overload
}
