import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BackupNote, dataFolder, listMarkOf, noteFile, sumsFile } from './backup-note.ts'

export interface Backup extends BackupNote {
  folder: string
  /** Paths of its files within the folder. */
  names: string[]
}

export async function readNote(folder: string): Promise<BackupNote> {
  const file = path.join(folder, noteFile)
  if (!existsSync(file)) throw new Error(`${folder} is no whole backup: it has no ${noteFile}, which is written last.`)
  const note = parse(await readFile(file, 'utf8').catch(() => ''))
  if (typeof note?.format === 'number' && note.format > 2)
    throw new Error(`${folder} was made by a later release of Escola; restore it with that one.`)
  if (!isNote(note)) throw new Error(`The backup is damaged: ${file} can't be read. Nothing was restored.`)
  return note
}

function parse(text: string): Partial<BackupNote> | undefined {
  try {
    return JSON.parse(text) as Partial<BackupNote>
  } catch {
    return undefined
  }
}

const isNote = (note: Partial<BackupNote> | undefined): note is BackupNote =>
  (note?.format === 1 || note?.format === 2) &&
  (note.kind === 'data' || note.kind === 'dump') &&
  typeof note.secretMark === 'string' &&
  Array.isArray(note.emptyFolders) &&
  note.emptyFolders.every((name) => typeof name === 'string')

export interface ListProof {
  secret: string
  /** Accepts the list of an earlier release, which has no mark to compare. */
  isEarlierRelease: boolean
}

/** Proves the list of a backup and each of its files, before anything is restored from it. */
export async function proveBackup(folder: string, note: BackupNote, proof: ListProof): Promise<Backup> {
  const sums = await readFile(path.join(folder, sumsFile), 'utf8').catch(() => {
    throw new Error(`The backup is damaged: it has no ${sumsFile}. Nothing was restored.`)
  })
  requireMark(note, sums, proof)
  const lines = sums.split('\n').filter(Boolean)
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const outside =
    [...listed.keys()].find((name) => !staysInside(name)) ?? note.emptyFolders.find((name) => !isOfData(name))
  if (outside !== undefined)
    throw new Error(`The backup is damaged: ${JSON.stringify(outside)} leads out of it. Nothing was restored.`)
  if (note.format === 1) await requireAllListed(folder, listed)
  for (const [name, sum] of listed)
    if ((await sumOf(path.join(folder, name))) !== sum)
      throw new Error(`The backup is damaged: ${name} is not what was backed up. Nothing was restored.`)
  return { ...note, folder, names: [...listed.keys()] }
}

function requireMark(note: BackupNote, sums: string, { secret, isEarlierRelease }: ListProof): void {
  if (note.format === 1) {
    if (isEarlierRelease) return
    throw new Error(
      'This backup says that it was made by a release before 1.0.0, whose list of files has no proof. If you made it yourself and nobody could change it since, restore it with --earlier-release.',
    )
  }
  const [said, right] = [note.listMark ?? '', listMarkOf(note, sums, secret)].map((mark) => Buffer.from(mark))
  if (said!.length !== right!.length || !timingSafeEqual(said!, right!))
    throw new Error(
      `The backup is damaged: ${sumsFile} or ${noteFile} was cut short or changed since it was made. Nothing was restored.`,
    )
}

const staysInside = (name: string) =>
  name === path.normalize(name) && !path.isAbsolute(name) && !name.split(path.sep).includes('..')

/** Tells whether a folder is one within the data folder. */
const isOfData = (name: string) => {
  const [first, within] = name.split(path.sep)
  return staysInside(name) && first === dataFolder && Boolean(within)
}

/** A list without a mark may have been cut short: then files lie there that it does not name. */
async function requireAllListed(folder: string, listed: Map<string, string>): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (entry.isDirectory() || [noteFile, sumsFile].includes(name) || listed.has(name)) continue
    throw new Error(`The backup is damaged: ${sumsFile} does not name ${name}. Nothing was restored.`)
  }
}

async function sumOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  return hash.digest('hex')
}
