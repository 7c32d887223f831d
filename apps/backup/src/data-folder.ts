import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { migrate } from '@escola/db/migrate'
import { settleRestored } from '@escola/db/settle-restored'
import {
  beginRestore,
  endFirstStart,
  firstStartNote,
  isHalfRestored,
  requireNoHalfRestore,
} from '@escola/dev-services/first-start'
import { type RunningPostgres, startPostgres, stopLeftover } from '@escola/dev-services/postgres'
import { giveToDatabaseUser } from '@escola/dev-services/postgres-process'
import { AlreadyRunning, RunningNote } from '@escola/dev-services/running-note'
import type { FileStore } from '@escola/server/files/store'
import type { BackupWriter } from './backup-folder.ts'
import type { Backup } from './backup-list.ts'
import { dataFolder } from './backup-note.ts'
import { type Restored, withClient } from './database-dump.ts'
import { lookAtFiles, putFilesBack } from './stored-files.ts'

/** Matches names of files that each start makes again or that belong to one run, and of the secrets, which are never beside the data. */
const leftOut = /^(secrets\.json|running\.json|logs$|web-build|postgres\.(new|password|log)$)/

/** @throws when no start has filled the folder to its end */
export function requireData(dataDir: string): void {
  requireNoHalfRestore(dataDir)
  if (!existsSync(path.join(dataDir, 'postgres/PG_VERSION')) || existsSync(path.join(dataDir, firstStartNote)))
    throw new Error(`${dataDir} has no data yet: nothing was ever started there to its end.`)
}

/** Runs work on a data folder that no other process uses, and that none can begin to use meanwhile. */
export async function onQuietFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const note = await RunningNote.take(dataDir).catch((error: unknown) => {
    if (!(error instanceof AlreadyRunning)) throw error
    throw new Error(`${error.message} Stop it with Ctrl-C first, and start it again afterwards.`)
  })
  try {
    await stopLeftover(path.join(dataDir, 'postgres'))
    return await work()
  } finally {
    note.release()
  }
}

/** Copies a data folder whose database is stopped. @returns its empty folders */
export async function copyDataFolder(dataDir: string, to: BackupWriter): Promise<string[]> {
  const empty: string[] = []
  const copy = async (within: string) => {
    const entries = await readdir(path.join(dataDir, within), { withFileTypes: true })
    const name = path.join(dataFolder, within)
    if (entries.length === 0) empty.push(name)
    await to.makeFolder(name)
    for (const entry of entries) {
      const inside = path.join(within, entry.name)
      if (leftOut.test(inside) || inside === path.join('postgres', 'postmaster.pid')) continue
      if (entry.isDirectory()) await copy(inside)
      else await to.write(path.join(dataFolder, inside), createReadStream(path.join(dataDir, inside)))
    }
  }
  await copy('')
  return empty
}

export async function onItsDatabase<T>(dataDir: string, work: (postgres: RunningPostgres) => Promise<T>): Promise<T> {
  const logs = path.join(dataDir, 'logs')
  await mkdir(logs, { recursive: true })
  const postgres = await startPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    logFile: path.join(logs, 'postgres.log'),
  })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/** Refuses a folder with data in it, and one to which the secrets of the backed-up installation were not brought first. */
export async function requireEmptyFolder(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir).catch((): string[] => [])
  const held = entries.filter((name) => !leftOut.test(name))
  // A restore that was cut off began in an empty folder, and the next one clears what it left.
  if (held.length && !isHalfRestored(dataDir))
    throw new Error(
      `${dataDir} is not empty (${held.join(', ')}), and a restore goes into an empty place: move it away first.`,
    )
  if (!entries.includes('secrets.json'))
    throw new Error(`Put secrets.json, which you keep apart from the backups, into ${dataDir} first.`)
}

/** Brings the folder back, its database up to date, and makes it fit to serve. When that fails the folder is empty again. */
export async function restoreDataFolder(
  backup: Backup,
  { dataDir, secret, store }: { dataDir: string; secret: string; store: FileStore },
): Promise<Restored> {
  const isOurs = (name: string) => name.startsWith(`${dataFolder}${path.sep}`)
  const withinOf = (name: string) => path.relative(dataFolder, name)
  const [files, empty] = [backup.names.filter(isOurs).map(withinOf), backup.emptyFolders.map(withinOf)]
  const folders = new Set([...empty, ...files.map((file) => path.dirname(file))].flatMap(withParents))
  await beginRestore(dataDir)
  await clear(dataDir)
  try {
    for (const within of folders) await mkdir(path.join(dataDir, within), { recursive: true, mode: 0o700 })
    for (const within of files) await copyFile(path.join(backup.folder, dataFolder, within), path.join(dataDir, within))
    // PostgreSQL starts on files of its user alone.
    const its = [...folders, ...files].filter((within) => topOf(within) === 'postgres')
    giveToDatabaseUser(...its.map((within) => path.join(dataDir, within)))
    const restored = await onItsDatabase(dataDir, async ({ url }) => {
      await migrate(url, secret)
      const settled = await withClient(url, settleRestored)
      // After the database: when that fails, a store elsewhere is still empty for another attempt.
      await putFilesBack(backup, store)
      return { ...settled, files: await withClient(url, (client) => lookAtFiles(client, store)) }
    })
    await endFirstStart(dataDir)
    return restored
  } catch (error) {
    await clear(dataDir)
    await endFirstStart(dataDir)
    throw error
  }
}

/** Empties a data folder but for what no backup has. */
async function clear(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (!leftOut.test(name) && name !== firstStartNote)
      await rm(path.join(dataDir, name), { recursive: true, force: true })
}

const topOf = (within: string) => within.split(path.sep)[0]!

/** A folder after those around it. */
const withParents = (within: string): string[] => (within === '.' ? [] : [...withParents(path.dirname(within)), within])
