import type { Duplex } from 'node:stream'
import pg, { type ClientBase, type QueryConfig, type QueryResult } from 'pg'

/** What we use of the connection beneath a client. */
interface Wire {
  stream: Duplex
  submittedNamedStatements: Record<string, string>
  sync(): void
}
const nothing = () => undefined
/** pg's own query, with what a connection tells it. */
interface Part {
  name: string | undefined
  text: string
  submit(wire: Wire): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
  handleEmptyQuery(wire: Wire): void
  handleReadyForQuery(wire: Wire): void
  handleError(error: Error, wire: Wire): void
}

/**
 * Statements of one transaction that leave as one message, with one `Sync` behind them: the server answers all of them at once, where it would
 * otherwise send, and wake this process, for each. When one fails nothing behind it runs, and all of these fail as it did.
 */
class Packet extends pg.Query {
  readonly #parts: Part[] = []
  /** Of the first that failed. */
  #failed: Error | undefined
  #at = 0
  declare name: string | undefined
  declare text: string
  /** What the client waits for; it sets the end of its patience here. */
  declare callback: ((error: Error | null) => void) | undefined

  constructor() {
    super('')
  }

  add<R extends object>(query: QueryConfig): Promise<QueryResult<R>> {
    return new Promise<QueryResult<R>>((resolve, reject) => {
      const told = (error: Error | null, result: QueryResult<R>) => {
        if (!error) return resolve(result)
        this.#failed ??= error
        reject(error)
      }
      // pg's types don't know what is within.
      const Query = pg.Query as unknown as new (query: QueryConfig, values: undefined, told: unknown) => Part
      this.#parts.push(new Query({ ...query, queryMode: 'extended' } as QueryConfig, undefined, told))
    })
  }

  override submit = (connection: unknown) => {
    const wire = connection as Wire
    const pieces: Buffer[] = []
    const stream = { writable: true, write: (piece: Buffer) => pieces.push(piece), cork: nothing, uncork: nothing }
    const gathering = Object.create(wire, { stream: { value: stream }, sync: { value: nothing } }) as Wire
    for (const part of this.#parts) {
      const error = part.submit(gathering)
      if (error) part.handleError(error, wire)
    }
    // pg asks for an error or null. What is behind a part that cannot be said would be done without it, the commit too.
    if (this.#failed) return this.#failed as never
    wire.sync.call(gathering)
    // Each piece that is written costs as much as a statement.
    wire.stream.write(Buffer.concat(pieces))
    this.#tellName()
    return null as never
  }

  /** The client keeps, by name, what the server has parsed. */
  #tellName() {
    const part = this.#parts[this.#at]
    this.name = part?.name
    if (part) this.text = part.text
  }

  handleRowDescription(message: unknown) {
    this.#parts[this.#at]!.handleRowDescription(message)
  }
  handleDataRow(message: unknown) {
    this.#parts[this.#at]!.handleDataRow(message)
  }
  handleCommandComplete(message: unknown, wire: Wire) {
    const part = this.#parts[this.#at++]!
    this.#tellName()
    part.handleCommandComplete(message, wire)
    part.handleReadyForQuery(wire)
  }
  handleError(error: Error, connection: unknown) {
    const wire = connection as Wire
    const parts = this.#parts.splice(this.#at)
    for (const part of parts) {
      // The server has not come to parse what is behind the one that failed.
      if (part.name) delete wire.submittedNamedStatements[part.name]
      part.handleError(error, wire)
    }
    this.callback?.(error)
  }
  handleReadyForQuery() {
    this.callback?.(null)
  }
}

const packets = new WeakMap<ClientBase, Packet>()

/** Asks one statement inside a transaction, together with all that is asked of its connection in this turn of the event loop. */
export function ask<R extends object>(client: ClientBase, query: QueryConfig): Promise<QueryResult<R>> {
  let packet = packets.get(client)
  if (!packet) {
    const made = new Packet()
    packet = made
    packets.set(client, made)
    process.nextTick(() => {
      packets.delete(client)
      client.query(made)
    })
  }
  return packet.add<R>(query)
}
