import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Refused } from './failures.ts'
import { streamOf } from './prepared.ts'
import { together } from './shared-reads.ts'

/**
 * A few connections that many callers use at the same time. What they ask in one turn of the event loop leaves in one packet, and so do the
 * answers; with a connection for each caller, the packets would cost more than the queries. Only for short statements: one that takes
 * long holds up those behind it.
 */
export class SharedConnections {
  readonly #makeClient: () => pg.Client
  readonly #prepare: (client: pg.Client) => Promise<void>
  readonly #maxWaiting: number
  readonly #answerWithinMillis: number
  readonly #places: Place[]
  readonly #watch: NodeJS.Timeout
  #chosen: Place | undefined
  /** How many have come in this turn. */
  #together = 0

  /**
   * @param makeClient a pipelined one, or nobody could ask before the one before is answered
   * @param prepare what is asked of a connection before anybody shares it
   * @param maxWaiting for one connection; who comes then is refused at once
   * @param answerWithinMillis after which a connection on which somebody still waits is given up, also when others were answered before: what
   * waits behind slow statements waits for all of them. One clock for all, because one for each query costs more than the query
   */
  constructor(
    makeClient: () => pg.Client,
    prepare: (client: pg.Client) => Promise<void>,
    { size, maxWaiting, answerWithinMillis }: { size: number; maxWaiting: number; answerWithinMillis: number },
  ) {
    this.#makeClient = makeClient
    this.#prepare = prepare
    this.#maxWaiting = maxWaiting
    this.#answerWithinMillis = answerWithinMillis
    this.#places = Array.from({ length: size }, () => ({ waiting: [] }))
    this.#watch = setInterval(() => {
      for (const { client, waiting } of this.#places)
        if (client && waiting.length > 0 && Date.now() - waiting[0]! > answerWithinMillis) streamOf(client).destroy()
    }, answerWithinMillis / 4).unref()
  }

  /** Runs what `ask` sends, all of it at once. */
  async run<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
    const place = this.#choose()
    if (place.waiting.length >= this.#maxWaiting) throw new Refused('too many wait')
    place.waiting.push(Date.now())
    try {
      // One that was given up is closed a moment before its end is told.
      if (place.client && streamOf(place.client).destroyed) place.client = place.opening = undefined
      const client = place.client ?? (await this.#open(place))
      return await ask(client)
    } finally {
      // Answers come in the order of the questions.
      place.waiting.shift()
    }
  }

  /** The connection with the fewest waiting for it; those who come in one turn of the event loop go together, up to a number. */
  #choose(): Place {
    if (this.#together === 0) setImmediate(() => (this.#together = 0))
    const isFull = this.#chosen && this.#chosen.waiting.length >= this.#maxWaiting
    if (this.#together++ % together === 0 || isFull)
      this.#chosen = this.#places.reduce((best, next) => (next.waiting.length < best.waiting.length ? next : best))
    return this.#chosen!
  }

  /** For when nobody new comes any more. */
  async close() {
    // What was asked leaves at the end of its turn, or once its connection is open: one that was told to end by then would refuse it.
    while (this.#places.some(({ waiting }) => waiting.length > 0)) await wait(5)
    clearInterval(this.#watch)
    await Promise.all(this.#places.map(async ({ opening }) => (await opening?.catch(() => undefined))?.end()))
  }

  #open(place: Place): Promise<pg.Client> {
    place.opening ??= this.#connect(place).catch((error: unknown) => {
      place.opening = undefined
      throw error
    })
    return place.opening
  }

  async #connect(place: Place): Promise<pg.Client> {
    const client = this.#makeClient()
    // Whoever waits for an answer is told by their own query; the next caller opens another connection.
    const forget = () => {
      if (place.client === client) place.client = place.opening = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    const watch = setTimeout(() => streamOf(client).destroy(), this.#answerWithinMillis)
    try {
      await client.connect()
      await this.#prepare(client)
    } catch (error) {
      streamOf(client).destroy()
      throw error
    } finally {
      clearTimeout(watch)
    }
    place.client = client
    return client
  }
}

interface Place {
  /** Since when each of those who wait does so, in milliseconds. */
  waiting: number[]
  opening?: Promise<pg.Client> | undefined
  client?: pg.Client | undefined
}
