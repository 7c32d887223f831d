import { createReadStream } from 'node:fs'
import path from 'node:path'
import { FileMissing, type FileStore } from '@escola/server/files/store'
import type { Backup, BackupWriter } from './backup-folder.ts'

const folder = 'files'
/** A store across the network answers several at once. */
const atOnce = 8

/** Copies the files of all schools. They are copied after the database: bytes outlive their row by a day, and a new row's file is there before it. */
export async function copyFiles(store: FileStore, schoolIds: string[], to: BackupWriter): Promise<void> {
  for (const schoolId of schoolIds)
    for await (const keys of store.list(schoolId, new Date(8.64e15)))
      await inGroups(keys, async (key) => {
        const bytes = await store.read(key).catch(unlessMissing)
        if (bytes) await to.write(path.join(folder, key), bytes)
      })
}

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
