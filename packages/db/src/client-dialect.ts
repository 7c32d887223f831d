import type { Wire } from '@escola/db-wire'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { ClientBase } from 'pg'
import { nameOfText, type Plans } from './kept-plans.ts'

/** Makes a Kysely that speaks through one checked-out client; it can neither open a transaction of its own nor reach the pool. */
export const kyselyOn = <Tables>(client: ClientBase, wire: Wire, plugins: KyselyPlugin[], plans?: Plans) =>
  new Kysely<Tables>({ dialect: clientDialect(client, wire, plans), plugins })

const clientDialect = (client: ClientBase, wire: Wire, plans: Plans | undefined): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new ClientDriver(client, wire, plans),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class ClientConnection implements DatabaseConnection {
  readonly #client: ClientBase
  readonly #wire: Wire
  readonly #plans: Plans | undefined
  constructor(client: ClientBase, wire: Wire, plans: Plans | undefined) {
    this.#client = client
    this.#wire = wire
    this.#plans = plans
  }
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#plans && nameOfText(sql)
    const query = { text: sql, values: [...parameters], ...(name !== undefined && { name }) }
    const { rows, rowCount } = await this.#wire.send<R & object>(this.#client, query)
    return { rows, numAffectedRows: rowCount === null ? undefined : BigInt(rowCount) }
  }
  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and no query of this product streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('queries are read in pages, not streamed')
  }
}

class ClientDriver implements Driver {
  readonly #connection: ClientConnection
  constructor(client: ClientBase, wire: Wire, plans: Plans | undefined) {
    this.#connection = new ClientConnection(client, wire, plans)
  }
  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('already inside a transaction')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}
