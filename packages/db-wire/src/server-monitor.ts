import type pg from 'pg'
import { streamOf } from './connection-stream.ts'
import { isLostConnection, isRefusedLogin, Refused } from './failures.ts'
import { ListenedClient } from './listened-client.ts'

const checkEveryMs = 250
/** Silent checks after which callers no longer wait. Checks are counted, not time: a process that was itself suspended has missed none. */
const maxSilentChecks = 10
/** A connection takes longer to open than a statement to be answered. */
const maxOpeningChecks = 8
const answerWithinMillis = 5000
/** Time for which every connection of the process may fail while the server answers the monitor. */
const stuckAfterMillis = 30_000

/** Events of a monitor. */
export interface MonitorEvents {
  /** Is called when the server stops answering and when it answers again. */
  onAwayChange?: (isAway: boolean) => void
  /** Is called when this process has had no connection for half a minute although the server answers: another process may get one. */
  onStuck?: (failure: Error) => void
  stuckAfterMillis?: number
}

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
  /** The server answers on open connections and opens no new ones. */
  #isShut = false
  #timer: NodeJS.Timeout | undefined
  /** First and last failure for want of a connection although the server answered, without an answer between. */
  #failing: { since: number; last: number } | undefined
  #hasWorked = false
  readonly #events: MonitorEvents

  constructor(connectionString: string, events: MonitorEvents = {}) {
    this.#events = events
    const limits = { connectionTimeoutMillis: answerWithinMillis, query_timeout: answerWithinMillis }
    this.#options = { connectionString, ...limits }
  }

  /** Begins to watch; until then each caller waits as long as their own limit says. */
  start() {
    this.#timer = setInterval(() => this.#check(), checkEveryMs).unref()
  }

  stop() {
    clearInterval(this.#timer)
    if (this.#own) streamOf(this.#own).destroy()
  }

  /** Notes an answer to this process's own work. */
  recordAnswer() {
    this.#hasAnswered = true
    this.#hasWorked = true
    this.#failing = undefined
  }

  /**
   * Notes a failure of this process's own work. A process that never had a connection waits for its first. One that had some is stuck when it gets
   * no more while the server answers all the while; a server that refuses the login has answered, too.
   */
  recordFailure(failure: unknown) {
    const { onStuck, stuckAfterMillis: patience = stuckAfterMillis } = this.#events
    if (!this.#hasWorked || !onStuck || !(isLostConnection(failure) || isRefusedLogin(failure))) return
    const recordAnswered = () => {
      const now = Date.now()
      // Failures that lie far apart, as those of a process that has little to do, say nothing of the time between.
      const goesOn = this.#failing && now - this.#failing.last < patience / 2
      this.#failing = { since: goesOn ? this.#failing!.since : now, last: now }
      if (now - this.#failing.since >= patience) onStuck(failure as Error)
    }
    this.ask().then(recordAnswered, (error: unknown) => {
      if (isRefusedLogin(error)) recordAnswered()
      else this.#failing = undefined
    })
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
      this.#hasAnswered = true
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
    // A question that fails leaves the next check silent.
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
    this.#hasAnswered = true
    this.#isShut = false
    if (!this.#isAway) return
    this.#isAway = false
    this.#events.onAwayChange?.(false)
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
    this.#events.onAwayChange?.(true)
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
