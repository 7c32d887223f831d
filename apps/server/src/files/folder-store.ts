import { randomUUID } from 'node:crypto'
import { constants, createWriteStream, existsSync } from 'node:fs'
import { access, glob, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, FileMissing, type FileStore } from '../core/file-store.ts'
import { folderParts } from './folder-parts.ts'
import { sweepLeftovers } from './leftovers.ts'
import { assertStorageKey } from './storage-key.ts'

/** Files in a folder of this machine. A file appears under its name only when all of it is on the disk. */
export function createFolderStore(root: string): FileStore {
  const pathOf = (key: string) => path.join(root, ...assertStorageKey(key).split('/'))
  // Beside the schools, whose folders begin with a digit.
  const unfinishedFiles = path.join(root, 'unfinished')
  return {
    async put(key, body) {
      const target = pathOf(key)
      await mkdir(path.dirname(target), { recursive: true })
      await mkdir(unfinishedFiles, { recursive: true })
      await sweepLeftovers(unfinishedFiles, '')
      const unfinished = path.join(unfinishedFiles, randomUUID())
      try {
        await pipeline(
          Buffer.isBuffer(body) ? Readable.from([body]) : body,
          createWriteStream(unfinished, { flush: true }),
        )
        await rename(unfinished, target)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    read: (key, range) => openFile(pathOf(key), range),
    delete: (key) => rm(pathOf(key), { force: true }),
    async *list(schoolId, before, atOnce = 1000) {
      let keys: string[] = []
      for await (const name of glob(`${schoolId}/**`, { cwd: root })) {
        // A file that is gone by now was removed by another process.
        const found = await stat(path.join(root, name)).catch(() => undefined)
        if (found?.isFile() && found.mtime < before) keys.push(name.split(path.sep).join('/'))
        if (keys.length < atOnce) continue
        yield keys
        keys = []
      }
      if (keys.length) yield keys
    },
    // A folder that isn't there has no files.
    isEmpty: async () => !(await readdir(root).catch(() => [])).some((name) => /^\d/.test(name)),
    requireAccess: async () => {
      // The first file makes a folder that is not there yet.
      if (!existsSync(root)) return
      await access(root, constants.W_OK).catch((error: Error) => {
        throw new Error(`Files can't be written to FILES_DIR: ${error.message}`)
      })
    },
    // It is in a folder of its own, which is swept before each write.
    dropUnfinished: async () => undefined,
    ...folderParts(unfinishedFiles, pathOf),
  }
}

/** Opens before it answers, so that a missing file is an error now and not in the middle of a download. */
async function openFile(file: string, range: ByteRange | undefined): Promise<Readable> {
  try {
    return (await open(file)).createReadStream(range)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FileMissing()
    throw error
  }
}
