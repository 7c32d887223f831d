import type { Client, ClientBase, QueryConfig, QueryResult } from 'pg'

/** A value as it travels: PostgreSQL reads it by the parameter's type. */
export type TextValue = string | null

export interface Statement {
  /** A name always means one text. */
  name: string
  /** Inside a school, $1 is the school's id. */
  text: string
  /** Numbers of the parameters' types, needed where the text does not imply them. */
  types?: number[]
  /** The statement answers many callers at once: it takes an array for each value, and `nth` of each row, from 1, is the caller's number. */
  forMany?: true
}

/** Runs one statement that only reads and belongs to no school. */
export type RunRead = (statement: Statement, values: TextValue[]) => Promise<object[]>

/**
 * The way in which statements travel over pg's connections. There are two, and wires.test.ts holds for both: the fast one writes messages of
 * PostgreSQL's protocol itself and leans on pg's internals; the plain one uses pg's documented interface alone.
 */
export interface Wire {
  /** The value of pg's option for the connections: a query leaves without waiting for the answer to the query before it. */
  readonly pipeline: boolean
  /** False when a statement's `types` are ignored. */
  readonly sendsTypes: boolean

  /**
   * Sends one statement inside a transaction. Statements of one turn of the event loop run in their order; when one of them fails, those behind
   * it don't run and fail with the same error.
   */
  send<R extends object>(client: ClientBase, query: QueryConfig): Promise<QueryResult<R>>

  /** Rolls a transaction back, behind every statement that was sent in it. It fails when the connection must not be used again. */
  rollback(client: ClientBase): Promise<void>

  /**
   * Runs one prepared statement that only reads, on a connection that many callers share: above all schools, or inside one, whose id is then
   * its $1. No caller sees another's school or another's error.
   */
  read<R extends object>(
    client: Client,
    schoolId: string | undefined,
    statement: Statement,
    values: TextValue[],
  ): Promise<R[]>

  /** Runs a prepared statement inside a school on the coordinator of a cluster, which repeats on its nodes a transaction that says `begin` and `set local`. */
  readInTransaction<R extends object>(
    client: Client,
    schoolId: string,
    statement: Statement,
    values: TextValue[],
  ): Promise<R[]>

  /** Runs statements that are `forMany` for callers who each give their own values. */
  readForMany(run: RunRead): RunRead
}
