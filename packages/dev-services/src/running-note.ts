import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandOf, isAlive, stopProcess } from './processes.ts'

interface Process {
  pid: number
  /** Its command line: after a restart of the machine another program may have the number. */
  command: string
}

interface Note extends Process {
  url?: string
  /** Settings that lead to what runs beside the product, for commands that work beside it too. */
  settings?: Record<string, string>
  children: Process[]
}

/** Note in the data folder of the process that runs on it, so that two never do, and what a crash has left behind is found. */
export class RunningNote {
  readonly #file: string
  #note: Note

  private constructor(file: string, note: Note) {
    this.#file = file
    this.#note = note
  }

  static async take(dataDir: string): Promise<RunningNote> {
    mkdirSync(dataDir, { recursive: true })
    const file = path.join(dataDir, 'running.json')
    const note: Note = { pid: process.pid, command: commandOf(process.pid), children: [] }
    // Linked rather than written in place: it is there whole or not at all, and never replaces another's.
    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, JSON.stringify(note))
    try {
      for (;;) {
        try {
          linkSync(draft, file)
          return new RunningNote(file, note)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        }
        await clearStale(file)
      }
    } finally {
      rmSync(draft)
    }
  }

  setUrl(url: string): void {
    this.#write({ ...this.#note, url })
  }

  setSettings(settings: Record<string, string>): void {
    this.#write({ ...this.#note, settings })
  }

  setChildren(pids: number[]): void {
    this.#write({ ...this.#note, children: pids.map((pid) => ({ pid, command: commandOf(pid) })) })
  }

  /** Tells whether a process runs on the folder. */
  static isTaken(dataDir: string): boolean {
    const note = parse(read(path.join(dataDir, 'running.json')) ?? '')
    return note !== undefined && isStill(note)
  }

  /** Settings that the process which runs on the folder has noted. */
  static settingsOf(dataDir: string): Record<string, string> {
    return parse(read(path.join(dataDir, 'running.json')) ?? '')?.settings ?? {}
  }

  release(): void {
    rmSync(this.#file, { force: true })
  }

  // It serves the next start alone, so a full disk, where it can't be written, ends nothing.
  #write(note: Note) {
    this.#note = note
    try {
      writeFileSync(`${this.#file}.new`, JSON.stringify(note))
      renameSync(`${this.#file}.new`, this.#file)
    } catch {
      // The earlier note stays.
    }
  }
}

export class AlreadyRunning extends Error {}

const isStill = ({ pid, command }: Process) => isAlive(pid) && commandOf(pid) === command

async function clearStale(file: string): Promise<void> {
  const text = read(file)
  if (text === undefined) return
  const note = parse(text)
  if (note && isStill(note)) {
    const where = note.url ? `is already running at ${note.url}` : 'is already being started'
    throw new AlreadyRunning(`Escola ${where} (process ${note.pid}).`)
  }
  for (const child of note?.children ?? []) {
    if (isStill(child)) {
      await stopProcess(child.pid, [
        ['SIGTERM', 25_000],
        ['SIGKILL', 5000],
      ])
    }
  }
  // Another process may have cleared it too, and put its own note there meanwhile.
  if (read(file) === text) rmSync(file, { force: true })
}

function parse(text: string): Note | undefined {
  try {
    return JSON.parse(text) as Note
  } catch {
    // A crash cut it short; no process can be running on it.
    return undefined
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}
