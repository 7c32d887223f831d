import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/**
 * Waits until no other process changes this database's tables. The lock is this database's alone: roles belong to the whole server, and another
 * database may change them meanwhile. It is asked for again and again, because a statement that waits for it would hold a snapshot, and an
 * index that is built concurrently waits for every snapshot.
 */
export async function takeTurn(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(727001) as taken')
    if (rows[0]!.taken) return
    await wait(50 + Math.random() * 50)
  }
}
