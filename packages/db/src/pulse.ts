import type pg from 'pg'
import { Refused } from './failures.ts'
import { ListenedClient } from './listened-client.ts'
import { streamOf } from './prepared.ts'

const beatMs = 250
/** After so many beats nobody waits any longer. Beats are counted, not time: a process that stood still itself has missed none. */
const patience = 10
/** A connection takes longer to open than a statement to be answered. */
const openingPatience = 8
const answerWithinMillis = 5000

/**
 * Feels whether the server answers anybody at all. Any answer counts, and when there is none it asks one thing on a connection of its own,
 * so neither a slow statement nor a caller who gave up is taken for a server that hangs. Once nothing was heard for two and a half seconds
 * every connection is cut, which tells those who wait, and no new one is opened until the server answers again: it is asked all the while.
 */
export class Pulse {
  readonly #options: pg.ClientConfig
  readonly #open = new Set<pg.Client>()
  /** Those that wait to be let in, with how many beats they have waited. */
  readonly #opening = new Map<pg.Client, number>()
  #own: pg.Client | undefined
  #asking: Promise<void> | undefined
  #heard = true
  #silent = 0
  #isAway = false
  /** It answers those who are in and lets nobody else in. */
  #isShut = false
  #beats: NodeJS.Timeout | undefined
  #onChange: (isAway: boolean) => void = () => undefined

  constructor(connectionString: string) {
    const limits = { connectionTimeoutMillis: answerWithinMillis, query_timeout: answerWithinMillis }
    this.#options = { connectionString, ...limits }
  }

  /** Begins to watch; without it everybody waits as long as their own limit says. */
  start(onChange: (isAway: boolean) => void) {
    this.#onChange = onChange
    this.#beats = setInterval(() => this.#beat(), beatMs).unref()
  }

  stop() {
    clearInterval(this.#beats)
    if (this.#own) streamOf(this.#own).destroy()
  }

  heard() {
    this.#heard = true
  }

  /** Asks whether it answers; those who ask at the same time share one question. */
  ask(): Promise<void> {
    return this.#isAway ? Promise.reject(new Refused()) : this.#askNow()
  }

  /** Opens a connection, unless the server would let it wait in vain. */
  async open(client: pg.Client, connect: () => Promise<pg.Client>): Promise<pg.Client> {
    if (this.#isAway || this.#isShut) throw new Refused()
    this.#opening.set(client, 0)
    client.once('end', () => this.#open.delete(client))
    try {
      await connect()
      if (!streamOf(client).destroyed) this.#open.add(client)
      this.heard()
      return client
    } finally {
      this.#opening.delete(client)
    }
  }

  #beat() {
    this.#silent = this.#heard ? 0 : this.#silent + 1
    this.#heard = false
    for (const [client, beats] of this.#opening) {
      this.#opening.set(client, beats + 1)
      if (beats >= openingPatience) this.#shut(client)
    }
    if (!this.#isAway && this.#silent >= patience) this.#leave()
    if (this.#silent || this.#isAway || this.#isShut) this.#askNow().catch(() => undefined)
  }

  #askNow(): Promise<void> {
    this.#asking ??= this.#askOnce().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  async #askOnce() {
    try {
      this.#own ??= await this.#connect()
      await this.#own.query('select 1')
    } catch (error) {
      if (this.#own) streamOf(this.#own).destroy()
      this.#own = undefined
      throw error
    }
    this.heard()
    this.#isShut = false
    if (!this.#isAway) return
    this.#isAway = false
    this.#onChange(false)
  }

  async #connect(): Promise<pg.Client> {
    const client = new ListenedClient(this.#options)
    client.on('end', () => {
      if (this.#own === client) this.#own = undefined
    })
    await client.connect()
    return client
  }

  #leave() {
    this.#isAway = true
    this.#onChange(true)
    for (const client of [...this.#open, ...this.#opening.keys()]) streamOf(client).destroy()
  }

  /** Its own connection goes too: only a new one tells when others are let in again. */
  #shut(waiting: pg.Client) {
    this.#isShut = true
    streamOf(waiting).destroy()
    if (this.#own) streamOf(this.#own).destroy()
    this.#own = undefined
  }
}
