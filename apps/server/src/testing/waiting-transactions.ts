import pg from 'pg'
import { expect } from 'vitest'

/** A transaction of somebody else's that has done its work and stays open until it is told how to end. */
export async function openTransaction(databaseUrl: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  const end = async (how: 'commit' | 'rollback') => {
    await client.query(how)
    await client.end()
  }
  return { commit: () => end('commit'), rollback: () => end('rollback') }
}

/** Until so many of this database's transactions wait for another one. */
export async function untilWaiting(databaseUrl: string, count = 1) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  const waiting = async () =>
    (await client.query<{ waiting: number }>(rowCount ? waitingInCluster : waitingHere)).rows[0]!.waiting
  await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(count)
  await client.end()
}
const waitingHere = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
/** They wait on the nodes that have the rows. */
const waitingInCluster = `select count(distinct a.global_pid)::int as waiting from citus_stat_activity a
  join citus_lock_waits w on w.waiting_gpid = a.global_pid where a.datname = current_database()`
