import pg from 'pg'
import { isCoordinator } from './cluster.ts'
import type { Statement } from './prepared.ts'

/** What we use of the connection beneath a client: messages of the extended protocol, each sent as it is. */
interface Wire {
  close(message: { type: 'S'; name: string }): void
  parse(message: { name: string; text: string; types: number[] }): void
  describe(message: { type: 'S'; name: string }): void
  bind(message: { statement: string; values: (string | null)[] }): void
  execute(): void
  sync(): void
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

const enter: Statement = { name: 'enter_school', text: `select set_config('app.school_id', $1, true)` }

const preparedBy = new WeakMap<pg.Client, Map<string, Prepared>>()

/**
 * Runs one prepared statement above the schools, or inside a school, whose id is then its $1. Entering the school, the statement and their end
 * leave as one message: the server takes them as one transaction, so the school is set for this statement alone, and answers once. Should
 * the first fail, the second does not run.
 */
export function readShared<R extends object>(
  client: pg.Client,
  schoolId: string | undefined,
  statement: Statement,
  values: (string | null)[],
): Promise<R[]> {
  if (schoolId === undefined) return read(client, undefined, statement, values)
  const inside = [schoolId, ...values]
  return isCoordinator(client)
    ? withinTransaction(client, schoolId, () => read(client, undefined, statement, inside))
    : read(client, schoolId, statement, inside)
}

/** What a cluster repeats on its nodes are transactions and "set local", said as such. They leave in one packet with what they enclose. */
export async function withinTransaction<R>(client: pg.Client, schoolId: string, ask: () => Promise<R>): Promise<R> {
  const before = [client.query('begin'), client.query(`set local app.school_id = '${schoolId}'`)]
  const answer = ask()
  // After an error this is a rollback.
  const [result] = await Promise.all([answer, ...before, client.query('commit')])
  return result
}

async function read<R extends object>(
  client: pg.Client,
  schoolId: string | undefined,
  statement: Statement,
  values: (string | null)[],
): Promise<R[]> {
  const statements = preparedBy.get(client) ?? new Map<string, Prepared>()
  preparedBy.set(client, statements)
  const needed = schoolId === undefined ? [statement] : [enter, statement]
  const preparing = needed.flatMap((one) => {
    const known = statements.get(one.name)
    return known ? (known.preparing ?? []) : prepare(client, statements, one)
  })
  // Its columns are known by the time that the rows come.
  const prepared = statements.get(statement.name)!
  const answer = new Promise<R[]>((resolve, reject) => {
    client.query(new Read<R>({ schoolId, statement, values, prepared, resolve, reject }))
  })
  if (preparing.length === 0) return answer
  // What could not be prepared says why; the read behind it only says that it knows no such statement.
  answer.catch(() => undefined)
  await Promise.all(preparing)
  return answer
}

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

interface Asked<R> {
  schoolId: string | undefined
  statement: Statement
  values: (string | null)[]
  prepared: Prepared
  resolve(rows: R[]): void
  reject(error: Error): void
}

class Read<R extends object> extends Exchange {
  readonly #asked: Asked<R>
  readonly #rows: R[] = []
  /** The answer to entering the school comes before the rows. */
  #entering: boolean
  constructor(asked: Asked<R>) {
    super(asked.reject)
    this.#asked = asked
    this.#entering = asked.schoolId !== undefined
  }
  send(wire: Wire) {
    const { schoolId, statement, values } = this.#asked
    if (schoolId !== undefined) {
      wire.bind({ statement: enter.name, values: [schoolId] })
      wire.execute()
    }
    wire.bind({ statement: statement.name, values })
    wire.execute()
    wire.sync()
  }
  handleDataRow({ fields }: { fields: (string | null)[] }) {
    if (this.#entering) return
    const row: Record<string, unknown> = {}
    const { columns } = this.#asked.prepared
    for (let index = 0; index < columns.length; index++) {
      const { name, parse } = columns[index]!
      const value = fields[index] ?? null
      row[name] = value === null ? null : parse(value)
    }
    this.#rows.push(row as R)
  }
  override handleCommandComplete() {
    this.#entering = false
  }
  handleReadyForQuery() {
    this.#asked.resolve(this.#rows)
  }
}
