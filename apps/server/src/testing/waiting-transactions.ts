import pg from 'pg'
import { expect, onTestFinished } from 'vitest'

/** Opens another caller's transaction that has done its work and stays open until the test ends it, or is over. */
export async function openTransaction(databaseUrl: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: databaseUrl })
  onTestFinished(() => client.end())
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const end = async (how: 'commit' | 'rollback') => {
    await client.query(how)
    await client.end()
  }
  const query = (more: string) => client.query(more)
  return { pid: rows[0]!.pid, query, commit: () => end('commit'), rollback: () => end('rollback') }
}

const waitingOnServer = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
/** A transaction waits for a row on the node that has it, where the one that holds the row has another number. */
const waitingOnNodes = `select sum(result::int)::int as waiting from run_command_on_all_nodes($$${waitingOnServer}$$)`

interface Waiting {
  /** Number of the server's process whose transaction they wait for. */
  on?: number
  /** The suite's own by default. */
  timeout?: number
}

/** Waits until so many of this database's transactions, or more, wait for another one. */
export async function untilWaiting(databaseUrl: string, count = 1, { on, timeout }: Waiting = {}) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
    const onServer = on === undefined ? waitingOnServer : `${waitingOnServer} and ${on} = any (pg_blocking_pids(pid))`
    const text = rowCount ? waitingOnNodes : onServer
    const waiting = async () => (await client.query<{ waiting: number }>(text)).rows[0]!.waiting
    await expect.poll(waiting, { interval: 20, ...(timeout && { timeout }) }).toBeGreaterThanOrEqual(count)
  } finally {
    await client.end()
  }
}
