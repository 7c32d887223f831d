import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stopLeftover } from './postgres.ts'

/** File that stands while the first start or a restore fills the data folder, before its data can be used. */
export const firstStartNote = 'first-start'
const noteIn = (dataDir: string) => path.join(dataDir, firstStartNote)
/** Text of the file while a restore fills the folder: what it brings can't be made a second time. */
const byRestore = 'restore'

/** Begins the first start of a data folder, or begins it again when an earlier one was cut off; does nothing to a folder in use. */
export async function beginFirstStart(dataDir: string): Promise<void> {
  requireNoHalfRestore(dataDir)
  const database = path.join(dataDir, 'postgres')
  if (existsSync(noteIn(dataDir))) {
    await stopLeftover(database)
    for (const folder of [database, path.join(dataDir, 'files')]) await rm(folder, { recursive: true, force: true })
  }
  if (existsSync(path.join(database, 'PG_VERSION'))) return
  await mkdir(dataDir, { recursive: true })
  await writeFile(noteIn(dataDir), '')
}

/** The folder holds data worth keeping from here on. */
export const endFirstStart = (dataDir: string): Promise<void> => rm(noteIn(dataDir), { force: true })

/** Marks a folder that a restore is about to fill; endFirstStart takes the mark away. */
export const beginRestore = (dataDir: string): Promise<void> =>
  writeFile(noteIn(dataDir), byRestore, { flush: true, mode: 0o600 })

export const isHalfRestored = (dataDir: string): boolean =>
  existsSync(noteIn(dataDir)) && readFileSync(noteIn(dataDir), 'utf8') === byRestore

/** Refuses a folder whose restore was cut off: its sessions and links are still open, and its old mail would be sent. */
export function requireNoHalfRestore(dataDir: string): void {
  if (isHalfRestored(dataDir))
    throw new Error(`A restore into ${dataDir} was cut off, so its data can't be used: restore the backup again.`)
}
