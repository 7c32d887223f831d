import pg from 'pg'
import { streamOf } from './connection-stream.ts'
import { endsConnection } from './failures.ts'
import type { Statement, TextValue } from './wire.ts'
import { runMessages, syncMessage } from './wire-messages.ts'

/** The parts of pg's connection that are used here: messages of the extended protocol, each sent as it is. */
interface Connection {
  close(message: { type: 'S'; name: string }): void
  parse(message: { name: string; text: string; types: number[] }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
  stream: { write(bytes: Buffer): void }
}
interface Field {
  name: string
  dataTypeID: number
}
/** A statement as one connection knows it. */
interface Prepared {
  columns: { name: string; parse: (value: string) => unknown }[]
  /** Present until the server has answered; it fails with the reason why the statement cannot be prepared. */
  preparing?: Promise<void> | undefined
}

/** Entering a school answers no row, to send as little as possible. */
const enterStatement: Statement = {
  name: 'enter_school',
  text: `select where set_config('app.school_id', $1, true) is null`,
}

/** The number of reads that the server answers at once. With more, the server and this process would wait for each other in turn. */
export const readsPerMessage = 4

interface Read {
  /** Empty for a read above all schools. */
  schoolId: string
  statement: Statement
  values: TextValue[]
}
interface PendingRead extends Read {
  prepared: Prepared
  resolve(rows: object[]): void
  reject(error: Error): void
}
/** The statements that a connection knows, and the reads that leave at the end of this turn of the event loop. */
interface ConnectionState {
  statements: Map<string, Prepared>
  gathered: PendingRead[]
}

const states = new WeakMap<pg.Client, ConnectionState>()

function stateOf(client: pg.Client): ConnectionState {
  let state = states.get(client)
  if (!state) {
    state = { statements: new Map(), gathered: [] }
    states.set(client, state)
  }
  return state
}

/**
 * Runs one prepared statement above the schools, or inside a school, whose id is then its $1. It leaves with the other reads of this turn of
 * the event loop, some of them as one message, which the server takes as one transaction and answers at once: packets and transactions cost
 * more than most statements. The school is entered before each read of another school than the one before it; should that fail, nothing
 * behind it runs.
 */
export function readShared<R extends object>(
  client: pg.Client,
  schoolId: string | undefined,
  statement: Statement,
  values: TextValue[],
): Promise<R[]> {
  const read =
    schoolId === undefined
      ? { schoolId: '', statement, values }
      : { schoolId, statement, values: [schoolId, ...values] }
  // Callers have been gathered already for a statement that is for many.
  return prepareAndSend<R>(client, read, statement.forMany ? sendAtOnce : gather)
}

/** Runs one prepared statement above the schools in a message of its own, which leaves in this turn. */
export const readAtOnce = <R extends object>(client: pg.Client, statement: Statement, values: TextValue[]) =>
  prepareAndSend<R>(client, { schoolId: '', statement, values }, sendAtOnce)

function prepareAndSend<R extends object>(
  client: pg.Client,
  read: Read,
  send: (client: pg.Client, read: PendingRead) => void,
): Promise<R[]> {
  const { statements } = stateOf(client)
  const preparing = [enterStatement, read.statement].flatMap((statement) => {
    const prepared = statements.get(statement.name)
    return prepared ? (prepared.preparing ?? []) : prepare(client, statements, statement)
  })
  // Its columns are known by the time that the rows come.
  const prepared = statements.get(read.statement.name)!
  const answer = new Promise<object[]>((resolve, reject) => {
    send(client, { ...read, prepared, resolve, reject })
  }) as Promise<R[]>
  if (preparing.length === 0) return answer
  // A failed preparation carries the reason; the read behind it only fails with an unknown statement.
  answer.catch(() => undefined)
  return Promise.all(preparing).then(() => answer)
}

function gather(client: pg.Client, read: PendingRead) {
  const state = stateOf(client)
  if (state.gathered.push(read) > 1) return
  setImmediate(() => {
    const { gathered } = state
    state.gathered = []
    const stream = streamOf(client)
    stream.cork()
    for (let at = 0; at < gathered.length; at += readsPerMessage)
      client.query(new Reads(client, gathered.slice(at, at + readsPerMessage)))
    stream.uncork()
  })
}

const sendAtOnce = (client: pg.Client, read: PendingRead) => void client.query(new Reads(client, [read]))

function prepare(client: pg.Client, statements: Map<string, Prepared>, statement: Statement): Promise<void> {
  const prepared: Prepared = { columns: [] }
  statements.set(statement.name, prepared)
  prepared.preparing = new Promise((resolve, reject) => {
    const onFailed = (error: Error) => {
      statements.delete(statement.name)
      reject(error)
    }
    const onDone = () => {
      prepared.preparing = undefined
      resolve()
    }
    client.query(new Preparation(statement, prepared, onDone, onFailed))
  })
  return prepared.preparing
}

/** One message to the server and one answer. It extends pg's own query because a pipelined client takes no other kind. */
abstract class Exchange extends pg.Query {
  readonly #onFailed: (error: Error) => void
  constructor(onFailed: (error: Error) => void) {
    super('')
    this.#onFailed = onFailed
  }
  abstract send(connection: Connection): void
  override submit = (connection: unknown) => {
    this.send(connection as Connection)
    // pg expects an error or null.
    return null as never
  }
  handleError(error: Error) {
    this.#onFailed(error)
  }
  handleCommandComplete() {}
}

class Preparation extends Exchange {
  readonly #statement: Statement
  readonly #prepared: Prepared
  readonly #onDone: () => void
  constructor(statement: Statement, prepared: Prepared, onDone: () => void, onFailed: (error: Error) => void) {
    super(onFailed)
    this.#statement = statement
    this.#prepared = prepared
    this.#onDone = onDone
  }
  send(connection: Connection) {
    const { name, text, types = [] } = this.#statement
    // An earlier attempt may have got half-way; to close a missing statement is no error.
    connection.close({ type: 'S', name })
    connection.parse({ name, text, types })
    connection.describe({ type: 'S', name })
    connection.sync()
  }
  handleRowDescription({ fields }: { fields: Field[] }) {
    this.#prepared.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text'),
    }))
  }
  handleReadyForQuery() {
    this.#onDone()
  }
}

/** Reads that leave as one message. One that fails takes those behind it along; they are sent again, without it. */
class Reads extends Exchange {
  readonly #reads: PendingRead[]
  /** Marks of each read: true when its school is entered before it. */
  readonly #enters: boolean[]
  #at = 0
  #hasEntered = false
  #rows: object[] = []
  constructor(client: pg.Client, reads: PendingRead[]) {
    super((error) => {
      const [failed, ...others] = reads.slice(this.#at)
      failed?.reject(error)
      if (error instanceof pg.DatabaseError && !endsConnection(error) && others.length)
        client.query(new Reads(client, others))
      else for (const read of others) read.reject(error)
    })
    this.#reads = reads
    this.#enters = reads.map(({ schoolId }, index) => schoolId !== (reads[index - 1]?.schoolId ?? ''))
  }
  send(connection: Connection) {
    const messages: Buffer[] = []
    for (const [index, { schoolId, statement, values }] of this.#reads.entries()) {
      if (this.#enters[index]) messages.push(runMessages(enterStatement.name, [schoolId]))
      messages.push(runMessages(statement.name, values))
    }
    messages.push(syncMessage)
    // To hand over each message by itself takes several times as long as to copy them.
    connection.stream.write(Buffer.concat(messages))
  }
  handleDataRow({ fields }: { fields: TextValue[] }) {
    const { columns } = this.#reads[this.#at]!.prepared
    const row: Record<string, unknown> = {}
    for (let index = 0; index < columns.length; index++) {
      const { name, parse } = columns[index]!
      const value = fields[index] ?? null
      row[name] = value === null ? null : parse(value)
    }
    this.#rows.push(row)
  }
  override handleCommandComplete() {
    if (this.#enters[this.#at] && !this.#hasEntered) {
      this.#hasEntered = true
      return
    }
    this.#reads[this.#at]!.resolve(this.#rows)
    this.#rows = []
    this.#hasEntered = false
    this.#at++
  }
  handleReadyForQuery() {}
}
