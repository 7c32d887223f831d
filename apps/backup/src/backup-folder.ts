import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Description of a backup. It is written last: a folder without it is no whole backup. */
export interface BackupNote {
  format: 1
  /** A copy of the data folder with its embedded database, or a dump of a database beside its files. */
  kind: 'data' | 'dump'
  utcMadeOn: string
  /** Mark of the installation's secret, which is not in the backup. */
  secretMark: string
  /** Ids of the schools whose files were copied from the store. */
  schoolIds: string[]
  /** Folders that have nothing in them: a copy of a backup may lose them, and PostgreSQL wants its own. */
  emptyFolders: string[]
}

const noteFile = 'backup.json'
/** Sums of all files, in the form that `sha256sum -c` reads. */
const sumsFile = 'SHA256SUMS'

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

  async end(note: Omit<BackupNote, 'format'>): Promise<void> {
    const options = { mode: 0o600, flush: true }
    await writeFile(path.join(this.folder, sumsFile), this.#sums.join(''), options)
    await writeFile(path.join(this.folder, noteFile), `${JSON.stringify({ format: 1, ...note }, null, 2)}\n`, options)
  }
}

export interface Backup extends BackupNote {
  folder: string
  /** Paths of its files within the folder. */
  names: string[]
}

/** Opens a backup and compares each of its files with its sum, before anything is restored from it. */
export async function openBackup(folder: string): Promise<Backup> {
  if (!existsSync(path.join(folder, noteFile)))
    throw new Error(`${folder} is no whole backup: it has no ${noteFile}, which is written last.`)
  const note = JSON.parse(await readFile(path.join(folder, noteFile), 'utf8')) as BackupNote
  if (note.format !== 1) throw new Error(`${folder} was made by a later release of Escola; restore it with that one.`)
  const lines = (await readFile(path.join(folder, sumsFile), 'utf8')).split('\n').filter(Boolean)
  const names: string[] = []
  for (const line of lines) {
    const [sum, name] = [line.slice(0, 64), line.slice(66)]
    if ((await sumOf(path.join(folder, name))) !== sum)
      throw new Error(`The backup is damaged: ${name} is not what was backed up. Nothing was restored.`)
    names.push(name)
  }
  return { ...note, folder, names }
}

async function sumOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return hash.digest('hex')
}
