import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileMissing, type FileStore } from '../core/file-store.ts'

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const throwMissing = (error: unknown) => {
  throw isGone(error) ? new FileMissing() : error
}

/**
 * Files that come in parts, as a folder of them beside other unfinished files; like those it is swept a day after its last part. Parts are
 * files of their own until the end, so that a part that is still being written can never reach the whole.
 */
export function folderParts(
  unfinishedFiles: string,
  pathOf: (key: string) => string,
): Pick<FileStore, 'begin' | 'putPart' | 'finish' | 'giveUp'> {
  const folderOf = (id: string) => path.join(unfinishedFiles, `parts-${id}`)
  // The folder is renamed first, so that no other part finds it. A part whose file was being opened at that moment may still come into it,
  // and then it is emptied again. What stays is swept a day later.
  const removeFolder = async (id: string) => {
    const removed = path.join(unfinishedFiles, `removed-${randomUUID()}`)
    await rename(folderOf(id), removed)
      .then(() => rm(removed, { recursive: true, maxRetries: 5 }))
      .catch(() => undefined)
  }
  return {
    async begin(key) {
      pathOf(key)
      const id = randomUUID()
      await mkdir(folderOf(id), { recursive: true })
      return id
    },
    async putPart({ id }, number, body) {
      const part = path.join(folderOf(id), String(number))
      const incoming = `${part}.${randomUUID()}`
      try {
        await pipeline(body, createWriteStream(incoming, { flush: true }))
        await rename(incoming, part)
      } catch (error) {
        await rm(incoming, { force: true })
        throwMissing(error)
      }
      return String(number)
    },
    async finish({ key, id }, marks) {
      const target = pathOf(key)
      const whole = path.join(unfinishedFiles, randomUUID())
      try {
        await pipeline(
          async function* () {
            for (const mark of marks) yield* createReadStream(path.join(folderOf(id), mark))
          },
          createWriteStream(whole, { flush: true }),
        )
        await mkdir(path.dirname(target), { recursive: true })
        await rename(whole, target)
      } catch (error) {
        await rm(whole, { force: true })
        // Another call may just have ended it.
        if (!isGone(error) || !(await stat(target).catch(() => undefined))) throwMissing(error)
      }
      await removeFolder(id)
    },
    giveUp: ({ id }) => removeFolder(id),
  }
}
