import type { ClientBase } from 'pg'
import { holdUntilTurnEnds } from './connection-stream.ts'

/** The school lasts as long as the transaction, so it cannot leak to the next user of the connection. */
export const enterSchool = (schoolId: string) => `set local app.school_id = '${schoolId}'`

/**
 * Encloses what `ask` sends in a transaction of a school, on a pipelined connection that many callers share. All of it is handed to pg at once
 * and leaves in one packet, so no other caller's statement comes in between. After an error the commit is a rollback.
 * @param schoolId a decimal number, which the caller has checked
 */
export async function withinTransaction<R>(client: ClientBase, schoolId: string, ask: () => Promise<R>): Promise<R> {
  holdUntilTurnEnds(client)
  const before = [client.query('begin'), client.query(enterSchool(schoolId))]
  const answer = ask()
  const [result] = await Promise.all([answer, ...before, client.query('commit')])
  return result
}
