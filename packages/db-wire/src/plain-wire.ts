import pg, { type ClientBase, type QueryConfig, type QueryResult } from 'pg'
import { arrayText } from './array-text.ts'
import type { Statement, TextValue, Wire } from './wire.ts'
import { enterSchool } from './within-transaction.ts'

/** The statements of a connection so far. pg itself takes the next one only after the previous answer. */
interface Sent {
  /** Settles with the last statement. */
  last: Promise<unknown>
  /** Fails with the first failed statement of this turn of the event loop. */
  turn: Promise<unknown> | undefined
  /** True once a statement failed before it reached the server, after which pg's memory of prepared statements may be wrong. */
  isSpoiled: boolean
}

const sentOn = new WeakMap<ClientBase, Sent>()

function sentOf(client: ClientBase): Sent {
  let sent = sentOn.get(client)
  if (!sent) {
    sent = { last: Promise.resolve(), turn: undefined, isSpoiled: false }
    sentOn.set(client, sent)
  }
  return sent
}

function send<R extends object>(client: ClientBase, query: QueryConfig): Promise<QueryResult<R>> {
  const sent = sentOf(client)
  if (!sent.turn) {
    // The caller before handles their own failure.
    sent.turn = sent.last.catch(() => undefined)
    setImmediate(() => (sent.turn = undefined))
  }
  const answer = sent.turn.then(() => client.query<R>(query))
  sent.turn = sent.last = answer
  answer.catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) sent.isSpoiled = true
  })
  return answer
}

async function rollback(client: ClientBase) {
  const sent = sentOf(client)
  // The caller of the last statement handles its failure.
  await sent.last.catch(() => undefined)
  if (sent.isSpoiled) throw new Error('the connection cannot be used again')
  await client.query('rollback')
}

/** Runs one caller's statements on a shared connection behind those of the callers before. */
function inTurn<R>(client: ClientBase, run: () => Promise<R>): Promise<R> {
  const sent = sentOf(client)
  const answer = sent.last.catch(() => undefined).then(run)
  sent.last = answer
  // The caller handles a failure; the next one only waits for it.
  answer.catch(() => undefined)
  return answer
}

async function query<R extends object>(client: ClientBase, { name, text }: Statement, values: TextValue[]) {
  return (await client.query<R>({ name, text, values })).rows
}

const readInTransaction = <R extends object>(
  client: ClientBase,
  schoolId: string,
  statement: Statement,
  values: TextValue[],
): Promise<R[]> =>
  inTurn(client, async () => {
    try {
      await client.query('begin')
      await client.query(enterSchool(schoolId))
      return await query<R>(client, statement, [schoolId, ...values])
    } finally {
      // After an error this is a rollback.
      await client.query('commit')
    }
  })

/** Uses pg's own queries alone, each in a message of its own, and waits for each answer. */
export const plainWire: Wire = {
  pipeline: false,
  sendsTypes: false,
  send,
  rollback,
  read: <R extends object>(
    client: ClientBase,
    schoolId: string | undefined,
    statement: Statement,
    values: TextValue[],
  ): Promise<R[]> =>
    schoolId === undefined
      ? inTurn(client, () => query<R>(client, statement, values))
      : readInTransaction<R>(client, schoolId, statement, values),
  readInTransaction,
  readForMany: (run) => (statement, values) =>
    run(
      statement,
      values.map((value) => arrayText([value])),
    ),
}
