import type { Statement, TextValue, Wire } from '@escola/db-wire'
import type pg from 'pg'
import { isCoordinator } from './cluster.ts'

/** Runs what `ask` sends on a shared connection. */
export type RunOnShared = <T>(ask: (client: pg.Client) => Promise<T>) => Promise<T>

/** The short statements that only read, which are the most frequent ones. */
export interface ShortReads {
  readPlatform<R extends object>(statement: Statement, values: TextValue[]): Promise<R[]>
  readSchool<R extends object>(schoolId: string, statement: Statement, values: TextValue[]): Promise<R[]>
  close(): Promise<void>
}

/** Reads inside a school on the server that is asked, as that server needs it. */
export const readInSchool = <R extends object>(
  wire: Wire,
  client: pg.Client,
  schoolId: string,
  statement: Statement,
  values: TextValue[],
): Promise<R[]> =>
  isCoordinator(client)
    ? wire.readInTransaction<R>(client, schoolId, statement, values)
    : wire.read<R>(client, schoolId, statement, values)

/** Reads through the one server that is asked: a PostgreSQL, or the coordinator of a cluster. */
export class CoordinatorReads implements ShortReads {
  readonly #wire: Wire
  readonly #run: { app: RunOnShared; platform: RunOnShared }

  constructor(wire: Wire, run: { app: RunOnShared; platform: RunOnShared }) {
    this.#wire = wire
    this.#run = run
  }

  readPlatform<R extends object>(statement: Statement, values: TextValue[]): Promise<R[]> {
    return this.#run.platform((client) => this.#wire.read<R>(client, undefined, statement, values))
  }

  readSchool<R extends object>(schoolId: string, statement: Statement, values: TextValue[]): Promise<R[]> {
    return this.#run.app((client) => readInSchool<R>(this.#wire, client, schoolId, statement, values))
  }

  async close() {}
}
