import type { Duplex } from 'node:stream'
import type { ClientBase } from 'pg'
import { ask } from './packet.ts'

export interface Statement {
  /** The same name always means the same text. */
  name: string
  /** Inside a school, $1 is the school's id. */
  text: string
  /** Of its parameters, by number, where the text does not tell them. */
  types?: number[]
  /** Answers many at once: takes an array for each value that one of them gives, and says in `nth` of each row, from 1, whose it is. */
  forMany?: true
}

/** The connection of each running transaction, known by the handle that its work was given, and its school. */
export const transactions = new WeakMap<object, { client: ClientBase; schoolId: string }>()

/**
 * A statement that each connection parses and plans once and then knows by its name. For the few that run all the time: planning a
 * statement of many joins costs several times what running it does.
 */
export async function queryPrepared<R extends object>(
  db: object,
  { name, text }: Statement,
  values: unknown[],
): Promise<R[]> {
  const { client, schoolId } = transactions.get(db)!
  return (await ask<R>(client, { name, text, values: [schoolId, ...values] })).rows
}

/** A statement that changes something, and what it is given. */
export interface Write {
  statement: Statement
  values: unknown[]
}

/** What a transaction asks together with its commit. */
const lastOf = new WeakMap<object, Write[]>()

/** Among the last things that a transaction writes: they leave in one packet with the commit, which keeps nothing if one of them fails. */
export function writeLast(db: object, ...writes: Write[]) {
  lastOf.set(db, [...(lastOf.get(db) ?? []), ...writes])
}

/** What was to be last is written now, because something is asked after it. */
export async function writeNow(db: object) {
  const last = lastOf.get(db) ?? []
  lastOf.delete(db)
  await Promise.all(last.map(({ statement, values }) => queryPrepared(db, statement, values)))
}

export const streamOf = (client: ClientBase) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

/** Holds what is written to the connection until everybody whose request has come by now was heard: a packet costs more than most statements. */
export function sendWithOthers(client: ClientBase) {
  const stream = streamOf(client)
  if (stream.writableCorked) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
