import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { migrate } from '@escola/db/migrate'
import { ensureRoles } from '@escola/db/roles'
import { type Settled, settleRestored } from '@escola/db/settle-restored'
import { listSchools, requireEmptyDatabase, requireWholeDatabase } from '@escola/db/whole-database'
import pg from 'pg'
import type { Backup, BackupWriter } from './backup-folder.ts'
import { findPrograms } from './postgres-programs.ts'

export const dumpFile = 'database.dump'

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @returns ids of the schools that may have files: also those that were made while the dump was under way */
export async function dumpDatabase(url: string, to: BackupWriter, env: NodeJS.ProcessEnv): Promise<string[]> {
  const programs = await withClient(url, async (client) => findPrograms(await requireWholeDatabase(client), env))
  const dump = run(path.join(programs, 'pg_dump'), ['--format=custom'], url, env)
  await Promise.all([to.write(dumpFile, dump.stdout!), ended(dump)])
  return withClient(url, listSchools)
}

/** Finds out all that would stop a restore, before anything is written. */
export const prepareRestore = (url: string, env: NodeJS.ProcessEnv): Promise<string> =>
  withClient(url, async (client) => {
    const major = await requireWholeDatabase(client)
    await requireEmptyDatabase(client)
    return findPrograms(major, env)
  })

export async function restoreDatabase(
  backup: Backup,
  { url, secret, programs }: { url: string; secret: string; programs: string },
  env: NodeJS.ProcessEnv,
): Promise<Settled> {
  // The dump gives its tables to roles, which belong to the server.
  await withClient(url, (client) => ensureRoles(client, secret))
  const args = ['--exit-on-error', '--single-transaction', path.join(backup.folder, dumpFile)]
  await ended(run(path.join(programs, 'pg_restore'), args, url, env))
  await migrate(url, secret)
  return withClient(url, settleRestored)
}

/** The password goes by the environment: other users of a machine see the arguments of its processes. */
function run(program: string, args: string[], url: string, env: NodeJS.ProcessEnv): ChildProcess {
  const address = new URL(url)
  const PGPASSWORD = decodeURIComponent(address.password)
  address.password = ''
  return spawn(program, [...args, '--no-password', `--dbname=${address}`], {
    env: { ...env, ...(PGPASSWORD && { PGPASSWORD }), LC_MESSAGES: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [code, said] = await Promise.all([end, text(child.stderr!)])
  if (code !== 0) throw new Error(`${path.basename(child.spawnfile)} failed: ${said.trim() || `it ended with ${code}`}`)
}
