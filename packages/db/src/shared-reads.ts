import pg from 'pg'
import { isCoordinator } from './cluster.ts'
import { type Statement, sendWithOthers, streamOf } from './prepared.ts'
import { runOf, syncMessage } from './wire-messages.ts'

/** What we use of the connection beneath a client: messages of the extended protocol, each sent as it is. */
interface Wire {
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
  /** Until it is known: whoever asks meanwhile is told why if it cannot be. */
  preparing?: Promise<void> | undefined
}

/** Answers no row: the less is sent, the better. */
const enter: Statement = { name: 'enter_school', text: `select where set_config('app.school_id', $1, true) is null` }

/** So many reads are answered at once. With more, the server and this process would wait for each other in turn. */
export const together = 4

interface Asked {
  /** Above the schools: ''. */
  schoolId: string
  statement: Statement
  values: (string | null)[]
  prepared: Prepared
  resolve(rows: object[]): void
  reject(error: Error): void
}
/** What a connection knows, and what it is asked once everybody whose request has come by now was heard. */
interface Sharing {
  statements: Map<string, Prepared>
  asked: Asked[]
}

const sharings = new WeakMap<pg.Client, Sharing>()

function sharingOf(client: pg.Client): Sharing {
  const known = sharings.get(client)
  if (known) return known
  const made: Sharing = { statements: new Map(), asked: [] }
  sharings.set(client, made)
  return made
}

/**
 * Runs one prepared statement above the schools, or inside a school, whose id is then its $1. It leaves with what the others ask in this turn
 * of the event loop, some of them as one message, which the server takes as one transaction and answers at once: packets and transactions cost
 * more than most statements. Before each that is inside another school than the one before it, that school is entered; should that fail, nothing
 * behind it runs.
 */
export function readShared<R extends object>(
  client: pg.Client,
  schoolId: string | undefined,
  statement: Statement,
  values: (string | null)[],
): Promise<R[]> {
  if (schoolId === undefined) return read(client, { schoolId: '', statement, values }, statement.forMany ? now : later)
  const inside = [schoolId, ...values]
  return isCoordinator(client)
    ? withinTransaction(client, schoolId, () => read(client, { schoolId: '', statement, values: inside }, now))
    : read(client, { schoolId, statement, values: inside }, later)
}

/** What a cluster repeats on its nodes are transactions and "set local", said as such. They leave in one packet with what they enclose. */
export async function withinTransaction<R>(client: pg.Client, schoolId: string, ask: () => Promise<R>): Promise<R> {
  sendWithOthers(client)
  const before = [client.query('begin'), client.query(`set local app.school_id = '${schoolId}'`)]
  const answer = ask()
  // After an error this is a rollback.
  const [result] = await Promise.all([answer, ...before, client.query('commit')])
  return result
}

function read<R extends object>(
  client: pg.Client,
  { schoolId, statement, values }: Pick<Asked, 'schoolId' | 'statement' | 'values'>,
  send: (client: pg.Client, asked: Asked) => void,
): Promise<R[]> {
  const { statements } = sharingOf(client)
  const preparing = [enter, statement].flatMap((one) => {
    const known = statements.get(one.name)
    return known ? (known.preparing ?? []) : prepare(client, statements, one)
  })
  // Its columns are known by the time that the rows come.
  const prepared = statements.get(statement.name)!
  const answer = new Promise<object[]>((resolve, reject) => {
    send(client, { schoolId, statement, values, prepared, resolve, reject })
  }) as Promise<R[]>
  if (preparing.length === 0) return answer
  // What could not be prepared says why; the read behind it only says that it knows no such statement.
  answer.catch(() => undefined)
  return Promise.all(preparing).then(() => answer)
}

function later(client: pg.Client, one: Asked) {
  const sharing = sharingOf(client)
  if (sharing.asked.push(one) > 1) return
  setImmediate(() => {
    const { asked } = sharing
    sharing.asked = []
    const stream = streamOf(client)
    stream.cork()
    for (let at = 0; at < asked.length; at += together) client.query(new Reads(client, asked.slice(at, at + together)))
    stream.uncork()
  })
}

const now = (client: pg.Client, one: Asked) => void client.query(new Reads(client, [one]))

function prepare(client: pg.Client, statements: Map<string, Prepared>, statement: Statement): Promise<void> {
  const known: Prepared = { columns: [] }
  statements.set(statement.name, known)
  known.preparing = new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      statements.delete(statement.name)
      reject(error)
    }
    const done = () => {
      known.preparing = undefined
      resolve()
    }
    client.query(new Preparation(statement, known, done, failed))
  })
  return known.preparing
}

/** One message to the server and one answer; pg lets its own kind of query alone share a connection like this. */
abstract class Exchange extends pg.Query {
  readonly #fail: (error: Error) => void
  constructor(fail: (error: Error) => void) {
    super('')
    this.#fail = fail
  }
  abstract send(wire: Wire): void
  override submit = (connection: unknown) => {
    this.send(connection as Wire)
    // pg asks for an error or null.
    return null as never
  }
  handleError(error: Error) {
    this.#fail(error)
  }
  handleCommandComplete() {}
}

class Preparation extends Exchange {
  readonly #statement: Statement
  readonly #known: Prepared
  readonly #done: () => void
  constructor(statement: Statement, known: Prepared, done: () => void, fail: (error: Error) => void) {
    super(fail)
    this.#statement = statement
    this.#known = known
    this.#done = done
  }
  send(wire: Wire) {
    const { name, text, types = [] } = this.#statement
    // An earlier attempt may have got half-way; to close what is not there is no error.
    wire.close({ type: 'S', name })
    wire.parse({ name, text, types })
    wire.describe({ type: 'S', name })
    wire.sync()
  }
  handleRowDescription({ fields }: { fields: Field[] }) {
    this.#known.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text'),
    }))
  }
  handleReadyForQuery() {
    this.#done()
  }
}

/** Reads that leave together. One that fails takes those behind it along; they are asked anew, without it. */
class Reads extends Exchange {
  readonly #asked: Asked[]
  /** For each, whether its school is entered before it. */
  readonly #enters: boolean[]
  #at = 0
  #entered = false
  #rows: object[] = []
  constructor(client: pg.Client, asked: Asked[]) {
    super((error) => {
      const [failed, ...others] = asked.slice(this.#at)
      failed?.reject(error)
      if (error instanceof pg.DatabaseError && others.length) client.query(new Reads(client, others))
      else for (const one of others) one.reject(error)
    })
    this.#asked = asked
    this.#enters = asked.map(({ schoolId }, index) => schoolId !== (asked[index - 1]?.schoolId ?? ''))
  }
  send(wire: Wire) {
    const messages: Buffer[] = []
    for (const [index, { schoolId, statement, values }] of this.#asked.entries()) {
      if (this.#enters[index]) messages.push(runOf(enter.name, [schoolId]))
      messages.push(runOf(statement.name, values))
    }
    messages.push(syncMessage)
    // To hand over each message by itself takes several times as long as to copy them.
    wire.stream.write(Buffer.concat(messages))
  }
  handleDataRow({ fields }: { fields: (string | null)[] }) {
    const { columns } = this.#asked[this.#at]!.prepared
    const row: Record<string, unknown> = {}
    for (let index = 0; index < columns.length; index++) {
      const { name, parse } = columns[index]!
      const value = fields[index] ?? null
      row[name] = value === null ? null : parse(value)
    }
    this.#rows.push(row)
  }
  override handleCommandComplete() {
    if (this.#enters[this.#at] && !this.#entered) {
      this.#entered = true
      return
    }
    this.#asked[this.#at]!.resolve(this.#rows)
    this.#rows = []
    this.#entered = false
    this.#at++
  }
  handleReadyForQuery() {}
}
