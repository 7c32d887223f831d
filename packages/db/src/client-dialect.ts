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
import { ask } from './packet.ts'

/** A Kysely that speaks through one checked-out client; it can neither open a transaction of its own nor reach the pool. */
export const kyselyOn = <Tables>(client: ClientBase, plugins: KyselyPlugin[]) =>
  new Kysely<Tables>({ dialect: clientDialect(client), plugins })

const clientDialect = (client: ClientBase): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new ClientDriver(client),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class ClientConnection implements DatabaseConnection {
  readonly #client: ClientBase
  constructor(client: ClientBase) {
    this.#client = client
  }
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await ask<R & object>(this.#client, { text: sql, values: [...parameters] })
    return { rows, numAffectedRows: rowCount === null ? undefined : BigInt(rowCount) }
  }
  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and no query of ours streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('queries are read in pages, not streamed')
  }
}

class ClientDriver implements Driver {
  readonly #connection: ClientConnection
  constructor(client: ClientBase) {
    this.#connection = new ClientConnection(client)
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
