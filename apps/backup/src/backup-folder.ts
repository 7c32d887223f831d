import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BackupNote, listMarkOf, noteFile, sumsFile } from './backup-note.ts'

/** A backup on its way to the disk, for the eyes of its owner alone. */
export class BackupWriter {
  readonly folder: string
  readonly #sums: string[] = []
  readonly #folders = new Map<string, Promise<unknown>>()

  private constructor(folder: string) {
    this.folder = folder
  }

  /** @throws when the folder has something in it */
  static async begin(folder: string): Promise<BackupWriter> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length) throw new Error(`${folder} is not empty; a backup goes into a new folder.`)
    return new BackupWriter(folder)
  }

  async write(name: string, content: Readable): Promise<void> {
    const file = path.join(this.folder, name)
    await this.makeFolder(path.dirname(name))
    const hash = createHash('sha256')
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      // Not flushed one by one, which takes minutes for thousands: a restore looks at each sum.
      createWriteStream(file, { mode: 0o600, flags: 'wx' }),
    )
    this.#sums.push(`${hash.digest('hex')}  ${name}\n`)
  }

  makeFolder(name: string): Promise<unknown> {
    const folder = path.join(this.folder, name)
    const known = this.#folders.get(folder) ?? mkdir(folder, { recursive: true, mode: 0o700 })
    this.#folders.set(folder, known)
    return known
  }

  async end(facts: Omit<BackupNote, 'format' | 'listMark'>, secret: string): Promise<void> {
    const options = { mode: 0o600, flush: true }
    const sums = this.#sums.join('')
    const note: BackupNote = { format: 2, ...facts }
    const marked = { ...note, listMark: listMarkOf(note, sums, secret) }
    await writeFile(path.join(this.folder, sumsFile), sums, options)
    await writeFile(path.join(this.folder, noteFile), `${JSON.stringify(marked, null, 2)}\n`, options)
  }
}
