import type { Duplex } from 'node:stream'
import pg, { type ClientBase, type QueryConfig, type QueryResult } from 'pg'

/** The parts of pg's connection that are used here. */
interface Connection {
  stream: Duplex
  submittedNamedStatements: Record<string, string>
  sync(): void
}
const nothing = () => undefined
/** pg's own query, with the methods that a client calls on it. */
interface Part {
  name: string | undefined
  text: string
  submit(connection: Connection): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleEmptyQuery(connection: Connection): void
  handleReadyForQuery(connection: Connection): void
  handleError(error: Error, connection: Connection): void
}

/**
 * Statements of one transaction that leave as one message, with one `Sync` behind them: the server answers all of them at once, where it would
 * otherwise send, and wake this process, for each. When one fails nothing behind it runs, and all of these fail as it did.
 */
class Packet extends pg.Query {
  readonly #parts: Part[] = []
  /** The error of the first part that failed. */
  #failure: Error | undefined
  #at = 0
  declare name: string | undefined
  declare text: string
  /** The client waits for this call, and puts its own timeout around it. */
  declare callback: ((error: Error | null) => void) | undefined

  constructor() {
    super('')
  }

  add<R extends object>(query: QueryConfig): Promise<QueryResult<R>> {
    return new Promise<QueryResult<R>>((resolve, reject) => {
      const callback = (error: Error | null, result: QueryResult<R>) => {
        if (!error) return resolve(result)
        this.#failure ??= error
        reject(error)
      }
      // pg's types declare none of a query's methods.
      const Query = pg.Query as unknown as new (query: QueryConfig, values: undefined, callback: unknown) => Part
      this.#parts.push(new Query({ ...query, queryMode: 'extended' } as QueryConfig, undefined, callback))
    })
  }

  override submit = (argument: unknown) => {
    const connection = argument as Connection
    const pieces: Buffer[] = []
    const stream = { writable: true, write: (piece: Buffer) => pieces.push(piece), cork: nothing, uncork: nothing }
    const gathering = Object.create(connection, { stream: { value: stream }, sync: { value: nothing } }) as Connection
    for (const part of this.#parts) {
      const error = part.submit(gathering)
      if (error) part.handleError(error, connection)
    }
    // pg expects an error or null. Without this, statements behind an unsendable one would run without it, the commit too.
    if (this.#failure) return this.#failure as never
    connection.sync.call(gathering)
    // Each piece that is written costs as much as a statement.
    connection.stream.write(Buffer.concat(pieces))
    this.#showPart()
    return null as never
  }

  /** The client remembers parsed statements by the name and text of its active query. */
  #showPart() {
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
  handleCommandComplete(message: unknown, connection: Connection) {
    const part = this.#parts[this.#at++]!
    this.#showPart()
    part.handleCommandComplete(message, connection)
    part.handleReadyForQuery(connection)
  }
  handleError(error: Error, argument: unknown) {
    const connection = argument as Connection
    const parts = this.#parts.splice(this.#at)
    for (const part of parts) {
      // The server has parsed none of the statements behind the failed one.
      if (part.name) delete connection.submittedNamedStatements[part.name]
      part.handleError(error, connection)
    }
    this.callback?.(error)
  }
  handleReadyForQuery() {
    this.callback?.(null)
  }
}

const packets = new WeakMap<ClientBase, Packet>()

/** Sends one statement inside a transaction, together with all others of its connection in this turn of the event loop. */
export function sendInPacket<R extends object>(client: ClientBase, query: QueryConfig): Promise<QueryResult<R>> {
  let packet = packets.get(client)
  if (!packet) {
    const opened = new Packet()
    packet = opened
    packets.set(client, opened)
    process.nextTick(() => {
      packets.delete(client)
      client.query(opened)
    })
  }
  return packet.add<R>(query)
}
