import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { streamOf } from './connection-stream.ts'
import { endsConnection, Refused } from './failures.ts'
import { type Caller, SharedPlaces } from './shared-places.ts'
import { readsPerMessage } from './shared-reads.ts'

/**
 * A few connections that many callers use at the same time. Queries of one turn of the event loop leave in one packet, and so do the
 * answers; with a connection for each caller, the packets would cost more than the queries. Only for short statements: a long one
 * holds up those behind it.
 */
export class SharedConnections {
  readonly #makeClient: () => pg.Client
  readonly #prepare: (client: pg.Client) => Promise<void>
  readonly #maxWaiting: number
  readonly #callerOf: () => Caller | undefined
  readonly #answerWithinMillis: number
  readonly #slots: Slot[]
  readonly #timer: NodeJS.Timeout
  #chosen: Slot | undefined
  /** The number of callers of this turn. */
  #callers = 0

  /**
   * @param makeClient makes a client; unless it is pipelined, each query waits for the answer to the query before it
   * @param prepare runs on a connection before callers share it
   * @param maxWaiting callers that may wait for one connection; further callers are refused at once, and before that one who has many waiting
   * @param answerWithinMillis after which a connection with a waiting caller is given up, also when others were answered before: a
   * caller behind slow statements waits for all of them. One timer serves all, because one for each query costs more than the query
   */
  constructor(
    makeClient: () => pg.Client,
    prepare: (client: pg.Client) => Promise<void>,
    { size, maxWaiting, answerWithinMillis, callerOf = () => undefined }: SharedLimits,
  ) {
    this.#makeClient = makeClient
    this.#prepare = prepare
    this.#maxWaiting = maxWaiting
    this.#callerOf = callerOf
    this.#answerWithinMillis = answerWithinMillis
    this.#slots = Array.from({ length: size }, () => ({ waitingSince: [], places: new SharedPlaces() }))
    this.#timer = setInterval(() => {
      for (const { client, waitingSince } of this.#slots)
        if (client && waitingSince.length > 0 && Date.now() - waitingSince[0]! > answerWithinMillis)
          streamOf(client).destroy()
    }, answerWithinMillis / 4).unref()
  }

  /** Runs what `ask` sends, all of it at once. */
  async run<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
    const slot = this.#choose()
    const caller = this.#callerOf()
    if (slot.places.refuses(caller, this.#maxWaiting)) throw new Refused('too many wait')
    slot.waitingSince.push(Date.now())
    slot.places.take(caller)
    try {
      // A connection that was given up is destroyed a moment before it emits its end.
      if (slot.client && streamOf(slot.client).destroyed) slot.client = slot.opening = undefined
      const client = slot.client ?? (await this.#open(slot))
      return await ask(client).catch((error: unknown) => {
        // The server says so before it closes the connection, and the next caller may come in between.
        if (endsConnection(error)) streamOf(client).destroy()
        throw error
      })
    } finally {
      // Answers come in the order of the questions.
      slot.waitingSince.shift()
      slot.places.free(caller)
    }
  }

  /** Takes the connection with the fewest waiting callers; callers of one turn of the event loop go together, up to a number. */
  #choose(): Slot {
    if (this.#callers === 0) setImmediate(() => (this.#callers = 0))
    const isFull = this.#chosen && this.#chosen.waitingSince.length >= this.#maxWaiting
    if (this.#callers++ % readsPerMessage === 0 || isFull)
      this.#chosen = this.#slots.reduce((best, next) =>
        next.waitingSince.length < best.waitingSince.length ? next : best,
      )
    return this.#chosen!
  }

  /** Waits for what was asked, then ends the connections. No caller may come after that. */
  async close() {
    // Queries leave at the end of their turn, or once their connection is open: a connection that was ended by then would refuse them.
    while (this.#slots.some(({ waitingSince }) => waitingSince.length > 0)) await wait(5)
    clearInterval(this.#timer)
    // A connection that never opened has nothing to end.
    await Promise.all(this.#slots.map(async ({ opening }) => (await opening?.catch(() => undefined))?.end()))
  }

  #open(slot: Slot): Promise<pg.Client> {
    slot.opening ??= this.#connect(slot).catch((error: unknown) => {
      slot.opening = undefined
      throw error
    })
    return slot.opening
  }

  async #connect(slot: Slot): Promise<pg.Client> {
    const client = this.#makeClient()
    // Waiting callers learn of the end by their own queries; the next caller opens another connection.
    const forget = () => {
      if (slot.client === client) slot.client = slot.opening = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    const timeout = setTimeout(() => streamOf(client).destroy(), this.#answerWithinMillis)
    try {
      await client.connect()
      await this.#prepare(client)
    } catch (error) {
      streamOf(client).destroy()
      throw error
    } finally {
      clearTimeout(timeout)
    }
    slot.client = client
    return client
  }
}

interface SharedLimits {
  size: number
  maxWaiting: number
  answerWithinMillis: number
  callerOf?: (() => Caller | undefined) | undefined
}

interface Slot {
  places: SharedPlaces
  /** One moment for each waiting caller, in milliseconds. */
  waitingSince: number[]
  opening?: Promise<pg.Client> | undefined
  client?: pg.Client | undefined
}
