import { createReadStream } from 'node:fs'
import path from 'node:path'
import { listSchools, listStorageKeys } from '@escola/db/whole-database'
import { describeForeignStore, missingOf } from '@escola/server/files/missing-files'
import { FileMissing, type FileStore } from '@escola/server/files/store'
import type pg from 'pg'
import type { BackupWriter } from './backup-folder.ts'
import type { Backup } from './backup-list.ts'

const folder = 'files'
/** A store across the network answers several at once. */
const atOnce = 8

/** Files of an installation, as its database and its store see them. */
export interface FilesSeen {
  schoolIds: string[]
  /** Number of the files that the database names. */
  named: number
  /** Keys that the database names and the store lacks. */
  missing: string[]
  /** Keys of all files in the store. */
  stored: string[]
}

export async function lookAtFiles(client: pg.Client, store: FileStore): Promise<FilesSeen> {
  const schoolIds = await listSchools(client)
  const named = await listStorageKeys(client)
  const stored: string[] = []
  for (const schoolId of schoolIds)
    for await (const keys of store.list(schoolId, new Date(8.64e15))) stored.push(...keys)
  return { schoolIds, named: named.length, missing: missingOf(named, stored), stored }
}

/** @throws when the store has none of the files: what would be backed up is not this installation */
export function requireItsFiles({ named, missing }: FilesSeen, place: string): void {
  const fault = describeForeignStore(missing, named, place)
  if (fault) throw new Error(`${fault} Nothing was backed up; name the right place in FILES_DIR or S3_BUCKET.`)
}

/** Copies files out of the store. They are copied after the database: bytes outlive their row by a day, and a new row's file is there before it. */
export const copyFiles = (store: FileStore, keys: string[], to: BackupWriter): Promise<void> =>
  inGroups(keys, async (key) => {
    const bytes = await store.read(key).catch(unlessMissing)
    if (bytes) await to.write(path.join(folder, key), bytes)
  })

/** A file that goes between the list and the copy has lost its row a day ago: the dump does not name it. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error
}

export async function putFilesBack(backup: Backup, store: FileStore): Promise<void> {
  const names = backup.names.filter((name) => name.startsWith(`${folder}${path.sep}`))
  await inGroups(names, (name) => {
    const key = path.relative(folder, name).split(path.sep).join('/')
    const type = key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream'
    return store.put(key, createReadStream(path.join(backup.folder, name)), type)
  })
}

async function inGroups(items: string[], work: (item: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(work))
}
