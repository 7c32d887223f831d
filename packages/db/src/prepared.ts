import type { Statement, Wire } from '@escola/db-wire'
import type { ClientBase } from 'pg'

/** The connection of each running transaction and its school. The key is the handle that the transaction's work was given. */
export const transactions = new WeakMap<object, { wire: Wire; client: ClientBase; schoolId: string }>()

/**
 * Runs a statement that each connection parses and plans once and then knows by its name. Only for the few that run all the time: planning a
 * statement of many joins costs several times what running it does.
 */
export async function queryPrepared<R extends object>(
  db: object,
  { name, text }: Statement,
  values: unknown[],
): Promise<R[]> {
  const { wire, client, schoolId } = transactions.get(db)!
  return (await wire.send<R>(client, { name, text, values: [schoolId, ...values] })).rows
}

/** School of a running transaction. */
export const schoolOf = (db: object): string => transactions.get(db)!.schoolId

/** A statement that changes something, with its values. */
export interface Write {
  statement: Statement
  values: unknown[]
}

/** The writes that a transaction sends together with its commit. */
const lastWrites = new WeakMap<object, Write[]>()

/** Adds to the last writes of a transaction: they leave in one packet with the commit, which keeps nothing if one of them fails. */
export function writeLast(db: object, ...writes: Write[]) {
  lastWrites.set(db, [...(lastWrites.get(db) ?? []), ...writes])
}

/** Sends the last writes already, because a query behind them needs to see them. */
export async function writeNow(db: object) {
  const writes = lastWrites.get(db) ?? []
  lastWrites.delete(db)
  await Promise.all(writes.map(({ statement, values }) => queryPrepared(db, statement, values)))
}
