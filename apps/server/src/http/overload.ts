import { type Caller, Refused, SharedPlaces } from '@escola/db'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasBody } from './unfinished-bodies.ts'

/**
 * Order in which calls of callers who hold few places are refused while more come than can be answered: positions of videos first, because
 * their devices keep them, then what only reads, and last all that writes: marks, sign-ins, deliveries of sales platforms.
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
  interface FastifyRequest {
    place: Place | undefined
    /**
     * Counts the call for another caller from now on, whom it has proven to speak for.
     * @throws Refused when that caller holds too much
     */
    countAs(caller: Caller): void
  }
}

/** Interval between two looks at the load, in milliseconds. */
const interval = 100
/** Lateness that lasts through this many looks is a queue; a shorter one is a burst, which passes by itself. */
const looksOfQueue = 3
/** Calls that may always be under way at once: a process that answers few in a second is not overloaded by these. */
const fewestPlaces = 256
/** Load from which calls are refused, by their turn. The last quarter of the places is out of reach of callers who hold more than their share. */
const loadsOfTurns = [0.75, 0.9, 1]
/** Calls that a caller may hold while a late event loop leaves few places: a page asks for several things at once. */
const leastShare = 8
/** Weight of the newest measurement in the moving average of answers per second. */
const weightOfLook = 0.2
/**
 * Time in milliseconds after which a caller who holds too much is told of a refusal. Programs that flood ask again as soon as they are answered, and refusals in a
 * circle would keep the event loop from others.
 */
const refusalMs = 100
/** Refusals end, for the log, when none was given for this long, in milliseconds. */
const calmMs = 5000

/**
 * Refuses calls while more come than this process can answer, so that calls which are taken are answered soon. Calls under way wait for each
 * other, so their number divided by the answers per second is the wait of the next one; the bound on it is the bound on the wait. Until half
 * of the places are taken no caller is refused, and above that one who holds a tenth is refused before all others (decision 76).
 */
export class Overload {
  readonly #underWay = new SharedPlaces()
  #answered = 0
  #answersPerSecond = 0
  #places = fewestPlaces
  readonly #lateness: number[] = []
  readonly #longestWait: number

  /** @param longestWait milliseconds that a call may wait for those before it */
  constructor(longestWait: number) {
    this.#longestWait = longestWait
  }

  begin(caller: Caller | undefined): Place {
    return new Place(this.#underWay, caller, () => this.#answered++)
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
    return Math.max(this.#underWay.taken / this.#places, late)
  }

  takes(turn: number, caller: Caller | undefined): boolean {
    return this.load < loadsOfTurns[turn]! && !this.isCrowdedBy(caller)
  }

  /** Tells whether a caller holds so much of what is under way that they are refused before others. */
  isCrowdedBy(caller: Caller | undefined): boolean {
    const { load } = this
    // While the event loop is late there are fewer places than were counted.
    const share = Math.max(leastShare, this.#underWay.taken / load / 10)
    return this.#underWay.isOverShare(caller, { load, share })
  }
}

/** Place of a call that is under way. */
export class Place {
  readonly #underWay: SharedPlaces
  readonly #onEnd: () => void
  #caller: Caller | undefined
  #hasEnded = false

  constructor(underWay: SharedPlaces, caller: Caller | undefined, onEnd: () => void) {
    this.#underWay = underWay
    this.#onEnd = onEnd
    this.#caller = caller
    underWay.take(caller)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Counts the call for another caller from now on; one that has ended counts for none. */
  moveTo(caller: Caller) {
    if (this.#hasEnded) return
    this.#underWay.free(this.#caller)
    this.#underWay.take(caller)
    this.#caller = caller
  }

  end() {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#underWay.free(this.#caller)
    this.#onEnd()
  }
}

/**
 * Refuses calls before anything else is done for them, and again once their body is there, and says in the log when that begins and ends. A
 * call takes its place once all of it has come: one that is waited for costs no other caller anything.
 * @param longestWait milliseconds; 0 refuses nothing
 */
export function installOverload(app: FastifyInstance, longestWait: number): Overload {
  const overload = new Overload(longestWait)
  const refusals = refusalLog(app)
  app.decorateRequest('place', undefined)
  app.decorateRequest('countAs', function (caller) {
    const { place } = this
    // A caller that has gone away does not see the refusal, and might not come again.
    if (!place || place.hasEnded) return
    if (overload.isCrowdedBy(caller)) throw refusals.refuse()
    place.moveTo(caller)
  })
  if (longestWait === 0) return overload
  const isTaken = ({ routeOptions, caller }: FastifyRequest) => {
    const { load } = routeOptions.config
    return !load || overload.takes(load.turn, caller)
  }
  const begin = (request: FastifyRequest, { raw }: FastifyReply) => {
    // A caller that has gone away has no answer to wait for, and one that goes away later gets none: its place is free as well.
    if (!request.routeOptions.config.load?.isShort || request.place || raw.destroyed) return
    const place = overload.begin(request.caller)
    request.place = place
    raw.once('close', () => place.end())
  }
  const refuse = ({ caller }: FastifyRequest, next: (error: Error) => void) => {
    const refusal = refusals.refuse()
    if (overload.isCrowdedBy(caller)) setTimeout(next, refusalMs, refusal)
    else next(refusal)
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (!isTaken(request)) return refuse(request, next)
    if (!hasBody(request.raw)) begin(request, reply)
    // Most bodies come with their headers. They take their place while their session is looked up; the others once they are read.
    else setImmediate(() => request.raw.complete && isTaken(request) && begin(request, reply))
    next()
  })
  app.addHook('preHandler', (request, reply, next) => {
    if (!request.place) {
      if (!isTaken(request)) return refuse(request, next)
      begin(request, reply)
    }
    next()
  })
  let lookedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    overload.look(now - lookedAt)
    lookedAt = now
    refusals.look(now)
  }, interval).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
  return overload
}

/** Logs the first and the last refusal only. */
function refusalLog({ log }: Pick<FastifyInstance, 'log'>) {
  let refusedAt: number | undefined
  return {
    refuse: () => {
      if (refusedAt === undefined) log.warn('more calls come than can be answered: a share of them is refused')
      refusedAt = performance.now()
      return new Refused('more calls come than it can answer')
    },
    look: (now: number) => {
      if (refusedAt === undefined || now - refusedAt < calmMs) return
      refusedAt = undefined
      log.info('every call is taken again')
    },
  }
}
