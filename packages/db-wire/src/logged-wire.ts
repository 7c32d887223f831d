import type { Wire } from './wire.ts'

/** Takes a statement's text and the milliseconds until its answer; no value. */
export type OnStatement = (text: string, ms: number) => void

/** Wraps a wire so that each statement is reported once it is answered or has failed, in the caller's asynchronous context. */
export function loggedWire(wire: Wire, onStatement: OnStatement): Wire {
  const logged = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    try {
      return await run()
    } finally {
      onStatement(text, performance.now() - began)
    }
  }
  return {
    ...wire,
    send: (client, query) => logged(query.text, () => wire.send(client, query)),
    rollback: (client) => logged('rollback', () => wire.rollback(client)),
    read: (client, schoolId, statement, values) =>
      logged(statement.text, () => wire.read(client, schoolId, statement, values)),
    readInTransaction: (client, schoolId, statement, values) =>
      logged(statement.text, () => wire.readInTransaction(client, schoolId, statement, values)),
  }
}
