import type { Duplex } from 'node:stream'
import type { ClientBase } from 'pg'

/** A running transaction, known by the handle that work was given. */
interface Transaction {
  client: ClientBase
  /** The answer to a commit that has already left. */
  committed?: Promise<unknown>
}
const transactions = new WeakMap<object, Transaction>()

export function openTransaction(db: object, client: ClientBase): Transaction {
  const transaction = { client }
  transactions.set(db, transaction)
  return transaction
}

export interface Statement {
  /** The same name always means the same text. */
  name: string
  text: string
}

/**
 * A statement that each connection parses and plans once and then knows by its name. For the few that run all the time: planning a
 * statement of many joins costs several times what running it does.
 * @param alone nothing follows it in its transaction, so the commit leaves in the same packet; later statements would see no school
 */
export async function queryPrepared<R extends object>(
  db: object,
  { name, text }: Statement,
  values: unknown[],
  { alone = false } = {},
): Promise<R[]> {
  const transaction = transactions.get(db)!
  const answer = transaction.client.query<R>({ name, text, values })
  if (alone) {
    transaction.committed = transaction.client.query('commit')
    transaction.committed.catch(() => {})
  }
  return (await answer).rows
}

/** Holds what is written to the connection until this turn of the event loop ends: a packet costs more than most statements. */
export function sendTogether(client: ClientBase) {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}
