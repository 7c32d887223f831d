import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { requireKnownSecret } from '@escola/db/known-secret'
import { migrate } from '@escola/db/migrate'
import { migrationsFolder } from '@escola/db/migration-files'
import { ensureRoles } from '@escola/db/roles'
import { type Settled, settleRestored } from '@escola/db/settle-restored'
import { requireEmptyDatabase, requireWholeDatabase } from '@escola/db/whole-database'
import type { FileStore } from '@escola/server/files/store'
import pg from 'pg'
import type { BackupWriter } from './backup-folder.ts'
import type { Backup } from './backup-list.ts'
import { findPrograms } from './postgres-programs.ts'
import { type FilesSeen, lookAtFiles, putFilesBack } from './stored-files.ts'

/** Numbers of what a restore ended and held, and the files that it saw. */
export interface Restored extends Settled {
  files: FilesSeen
}

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

/** @returns folder of the programs that dump this database */
export const prepareDump = (url: string, env: NodeJS.ProcessEnv): Promise<string> =>
  withClient(url, async (client) => findPrograms(await requireWholeDatabase(client), env))

export async function dumpDatabase(
  url: string,
  programs: string,
  to: BackupWriter,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const dump = run(path.join(programs, 'pg_dump'), ['--format=custom'], url, env)
  await Promise.all([to.write(dumpFile, dump.stdout!), ended(dump)])
}

/**
 * Finds out all that would stop a restore, before anything is written.
 * @param takesRoles an operator says that roles which are there already may get other passwords
 * @returns folder of the programs that restore into this database
 */
export const prepareRestore = (
  url: string,
  { secret, takesRoles }: { secret: string; takesRoles: boolean },
  env: NodeJS.ProcessEnv,
): Promise<string> =>
  withClient(url, async (client) => {
    const major = await requireWholeDatabase(client)
    await requireEmptyDatabase(client)
    await requireKnownSecret(client, { adminUrl: url, secret, takesRoles })
    return findPrograms(major, env)
  })

export async function restoreDatabase(
  backup: Backup,
  { url, secret, programs, store }: { url: string; secret: string; programs: string; store: FileStore },
  env: NodeJS.ProcessEnv,
): Promise<Restored> {
  // The dump gives its tables to roles, which belong to the server.
  await withClient(url, (client) => ensureRoles(client, secret))
  const reopen = await closeToProcesses(url)
  const args = ['--exit-on-error', '--single-transaction', path.join(backup.folder, dumpFile)]
  await ended(run(path.join(programs, 'pg_restore'), args, url, env))
  // The secret was proven before: no login of the product can enter now.
  await migrate(url, secret, migrationsFolder, { takesRoles: true })
  const settled = await withClient(url, settleRestored)
  // After the database: when that fails, the store is still empty for another attempt.
  await putFilesBack(backup, store)
  const files = await withClient(url, (client) => lookAtFiles(client, store))
  await reopen()
  return { ...settled, files }
}

/**
 * Keeps the product's own logins out of a database until its restore is settled, so that a restore that was killed half-way can't be started. The
 * login that restores passes: it owns the database or is a superuser.
 * @returns lets them in again
 */
async function closeToProcesses(url: string): Promise<() => Promise<void>> {
  const change = (text: (database: string) => string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string; isOpen: boolean }>(
        `select current_database() as name, has_database_privilege('public', current_database(), 'connect') as "isOpen"`,
      )
      const { name, isOpen } = rows[0]!
      await client.query(text(client.escapeIdentifier(name)))
      return isOpen
    })
  const wasOpen = await change((database) => `revoke connect on database ${database} from public`)
  return async () => {
    if (wasOpen) await change((database) => `grant connect on database ${database} to public`)
  }
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
