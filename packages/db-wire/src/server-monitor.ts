import type pg from 'pg'
import { streamOf } from './connection-stream.ts'
import { Refused } from './failures.ts'
import { ListenedClient } from './listened-client.ts'

const checkEveryMs = 250
/** Silent checks after which callers no longer wait. Checks are counted, not time: a process that was itself suspended has missed none. */
const maxSilentChecks = 10
/** A connection takes longer to open than a statement to be answered. */
const maxOpeningChecks = 8
const answerWithinMillis = 5000

/**
 * Watches whether the server answers at all. Any answer counts, and when there is none the monitor asks one thing on a connection of its own,
 * so neither a slow statement nor a caller who gave up is taken for a server that hangs. After two and a half seconds without any answer
 * every connection is cut, which ends what waits, and no new one is opened until the server answers again: it is asked all the while.
 */
export class ServerMonitor {
  readonly #options: pg.ClientConfig
  readonly #open = new Set<pg.Client>()
  /** Clients that are connecting, with the number of checks since they began. */
  readonly #opening = new Map<pg.Client, number>()
  #own: pg.Client | undefined
  #asking: Promise<void> | undefined
  #hasAnswered = true
  #silentChecks = 0
  #isAway = false
  /** The server answers on open connections and opens no more. */
  #isShut = false
  #timer: NodeJS.Timeout | undefined
  #onChange: (isAway: boolean) => void = () => undefined

  constructor(connectionString: string) {
    const limits = { connectionTimeoutMillis: answerWithinMillis, query_timeout: answerWithinMillis }
    this.#options = { connectionString, ...limits }
  }

  /** Begins to watch; until then each caller waits as long as their own limit says. */
  start(onChange: (isAway: boolean) => void) {
    this.#onChange = onChange
    this.#timer = setInterval(() => this.#check(), checkEveryMs).unref()
  }

  stop() {
    clearInterval(this.#timer)
    if (this.#own) streamOf(this.#own).destroy()
  }

  recordAnswer() {
    this.#hasAnswered = true
  }

  /** Asks whether the server answers; callers at the same time share one question. */
  ask(): Promise<void> {
    return this.#isAway ? Promise.reject(new Refused()) : this.#askShared()
  }

  /** Opens a connection, unless the server would let it wait in vain. */
  async open(client: pg.Client, connect: () => Promise<pg.Client>): Promise<pg.Client> {
    if (this.#isAway || this.#isShut) throw new Refused()
    this.#opening.set(client, 0)
    client.once('end', () => this.#open.delete(client))
    try {
      await connect()
      if (!streamOf(client).destroyed) this.#open.add(client)
      this.recordAnswer()
      return client
    } finally {
      this.#opening.delete(client)
    }
  }

  #check() {
    this.#silentChecks = this.#hasAnswered ? 0 : this.#silentChecks + 1
    this.#hasAnswered = false
    for (const [client, checks] of this.#opening) {
      this.#opening.set(client, checks + 1)
      if (checks >= maxOpeningChecks) this.#shut(client)
    }
    if (!this.#isAway && this.#silentChecks >= maxSilentChecks) this.#cutAll()
    if (this.#silentChecks || this.#isAway || this.#isShut) this.#askShared().catch(() => undefined)
  }

  #askShared(): Promise<void> {
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
    this.recordAnswer()
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

  #cutAll() {
    this.#isAway = true
    this.#onChange(true)
    for (const client of [...this.#open, ...this.#opening.keys()]) streamOf(client).destroy()
  }

  /** The monitor's own connection is cut too: only a new one shows that the server opens connections again. */
  #shut(waiting: pg.Client) {
    this.#isShut = true
    streamOf(waiting).destroy()
    if (this.#own) streamOf(this.#own).destroy()
    this.#own = undefined
  }
}
