import { setImmediate as turnEnd } from 'node:timers/promises'
import { sendInPacket } from './packet.ts'
import { ReadsTogether } from './reads-together.ts'
import { readAtOnce, readShared } from './shared-reads.ts'
import type { Wire } from './wire.ts'
import { withinTransaction } from './within-transaction.ts'

/** Few packets and few messages: statements that meet in one turn of the event loop travel together. */
export const fastWire: Wire = {
  pipeline: true,
  sendsTypes: true,
  send: sendInPacket,
  rollback: async (client) => {
    // A packet leaves at the end of its turn; a rollback that overtakes it would leave its statements outside of the transaction.
    await turnEnd()
    await client.query('rollback')
  },
  read: readShared,
  readInTransaction: (client, schoolId, statement, values) =>
    withinTransaction(client, schoolId, () => readAtOnce(client, statement, [schoolId, ...values])),
  readForMany: (run) => {
    const together = new ReadsTogether(run)
    return (statement, values) => together.read(statement, values)
  },
}
