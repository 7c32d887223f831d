import { Refused } from '@escola/db'
import type { FastifyInstance } from 'fastify'

/**
 * Order in which calls are refused while more come than can be answered: positions of videos first, because their devices keep them, then what
 * only reads, and last all that writes: marks, sign-ins, deliveries of sales platforms.
 */
export const refusalTurns = { position: 0, read: 1, write: 2 } as const

export interface RouteLoad {
  turn: number
  /** False for answers that take long by nature, such as uploads: how long they take says nothing of the load. */
  isShort: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    load?: RouteLoad
  }
}

/** Interval between two looks at the load, in milliseconds. */
const interval = 100
/** A wait that lasts through this many looks is a queue; a shorter one is a burst, which passes by itself. */
const looksOfQueue = 3
/** Fewer answers than this in one interval say nothing of the load. */
const fewAnswers = 10
/** Change of the pressure at one look. */
const fastestRise = 0.2
const fall = 0.01

/**
 * Refuses a share of the calls while more come than this process can answer, so that those which are taken are answered within a second. A queue
 * without an end would make every caller wait instead.
 */
export class Overload {
  /** The turns that are refused: 0 refuses no call, 0.5 half of the first turn's, 1 the whole first turn, 3 every call. */
  #pressure = 0
  #waits: number[] = []
  /** Waits at the last looks. */
  readonly #looks: number[] = []
  readonly #longestWait: number

  /** @param longestWait median wait of calls in milliseconds above which more come than can be answered */
  constructor(longestWait: number) {
    this.#longestWait = longestWait
  }

  get pressure(): number {
    return this.#pressure
  }

  /** @param milliseconds time from a call's arrival to its answer */
  note(milliseconds: number) {
    this.#waits.push(milliseconds)
  }

  /**
   * Looks at the calls that were answered since the last look.
   * @param lateness time in milliseconds for which the event loop did nothing but work, and no call could even be read
   */
  look(lateness: number) {
    const waits = this.#waits.sort((a, b) => a - b)
    this.#waits = []
    const median = waits.length < fewAnswers ? 0 : waits[waits.length >> 1]!
    this.#looks.push(Math.max(lateness, median))
    if (this.#looks.length > looksOfQueue) this.#looks.shift()
    const excess = this.#looks.length < looksOfQueue ? 0 : Math.min(...this.#looks) / this.#longestWait
    if (excess > 1) this.#pressure += Math.min(fastestRise, (fastestRise / 4) * excess)
    else if (excess < 0.5) this.#pressure -= fall
    this.#pressure = Math.min(Math.max(this.#pressure, 0), Object.keys(refusalTurns).length)
  }

  /** @param draw a number from 0 to below 1, drawn by chance */
  takes(turn: number, draw: number): boolean {
    return draw >= this.#pressure - turn
  }
}

/**
 * Refuses calls before anything else is done for them, and says in the log when that begins and ends.
 * @param longestWait milliseconds; 0 refuses nothing
 */
export function installOverload(app: FastifyInstance, longestWait: number): Overload {
  const overload = new Overload(longestWait)
  if (longestWait === 0) return overload
  app.addHook('onRequest', (request, _reply, next) => {
    const { load } = request.routeOptions.config
    next(
      !load || overload.takes(load.turn, Math.random()) ? undefined : new Refused('more calls come than it can answer'),
    )
  })
  app.addHook('onResponse', (request, reply, next) => {
    if (request.routeOptions.config.load?.isShort && reply.statusCode < 500) overload.note(reply.elapsedTime)
    next()
  })
  let isRefusing = false
  let lookedAt = performance.now()
  const timer = setInterval(() => {
    const passed = performance.now() - lookedAt
    lookedAt += passed
    overload.look(passed - interval)
    if (overload.pressure > 0 === isRefusing) return
    isRefusing = !isRefusing
    if (isRefusing) app.log.warn('more calls come than can be answered: a share of them is refused')
    else app.log.info('every call is taken again')
  }, interval).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
  return overload
}
