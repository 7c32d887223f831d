import type { Duplex } from 'node:stream'
import type { ClientBase } from 'pg'

/** The socket beneath a client. pg's types don't name it, and nothing else ends a connection at once. */
export const streamOf = (client: ClientBase) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

/** Holds what is written to the connection until the end of this turn of the event loop: a packet costs more than most statements. */
export function holdUntilTurnEnds(client: ClientBase) {
  const stream = streamOf(client)
  if (stream.writableCorked) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
