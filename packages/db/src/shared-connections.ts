import pg from 'pg'
import { sendTogether, streamOf } from './prepared.ts'

/**
 * A few connections that many callers use at the same time. What they ask in one turn of the event loop leaves in one packet, and so do the
 * answers; with a connection for each caller, the packets would cost more than the queries. Only for short statements: one that takes
 * long holds up those behind it.
 */
export class SharedConnections {
  readonly #options: pg.ClientConfig
  readonly #places: Place[]

  constructor(options: pg.ClientConfig, size: number) {
    this.#options = { ...options, pipeline: true }
    this.#places = Array.from({ length: size }, () => ({ waiting: 0 }))
  }

  /** Runs what `ask` sends, all of it at once, on the connection with the fewest waiting for it. */
  async run<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
    const place = this.#places.reduce((best, next) => (next.waiting < best.waiting ? next : best))
    place.waiting++
    try {
      // One that was given up is closed a moment before its end is told.
      if (place.client && streamOf(place.client).destroyed) place.client = place.opening = undefined
      const client = place.client ?? (await this.#open(place))
      sendTogether(client)
      return await ask(client)
    } finally {
      place.waiting--
    }
  }

  async close() {
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
    const client = new pg.Client(this.#options)
    // Whoever waits for an answer is told by their own query; the next caller opens another connection.
    const forget = () => {
      if (place.client === client) place.client = place.opening = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect()
    place.client = client
    return client
  }
}

interface Place {
  waiting: number
  opening?: Promise<pg.Client> | undefined
  client?: pg.Client | undefined
}
