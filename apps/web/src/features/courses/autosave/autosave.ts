export type AutosaveState = 'idle' | 'saving' | 'saved' | 'offline' | 'error'

/** What the queue needs to know about the thing that it saves. */
export interface AutosavePort<Patch extends object, Saved> {
  delayMs: number
  save(patch: Patch, version: number): Promise<Saved>
  versionOf(saved: Saved): number
  /** The newer state, when the error says that the save started from an older one. */
  staleOf(error: unknown): Saved | undefined
  isOffline(error: unknown): boolean
  /** The newer state already says all that was sent: the answer to an earlier try was lost. */
  alreadyIn(patch: Patch, saved: Saved): boolean
  onSaved(saved: Saved, sent: Patch): void
  /** What was typed but isn't valid yet stays here and isn't sent. */
  split?(patch: Patch): { send?: Patch; hold?: Patch }
  /** Rewrites what waits once an answer is there: ids that the server gave. */
  remap?(waiting: Patch, sent: Patch, saved: Saved): Patch
  /** What waits, changed so that it can go on top of a newer state. */
  rebase?(waiting: Patch, newer: Saved): Patch
  /** Survives a reload or a crash of the page. */
  keep?: UnsavedStore<Patch>
}

export interface UnsavedStore<Patch> {
  read(): { patch: Patch; version: number } | undefined
  write(unsaved: { patch: Patch; version: number } | undefined): void
}

export interface AutosaveSnapshot<Patch, Saved> {
  state: AutosaveState
  error: unknown
  /** Set while somebody else's newer version waits for a decision. */
  stale: Saved | undefined
  unsaved: Patch | undefined
}

const retryMs = { first: 3000, longest: 30_000 }

/** Sends patches one at a time; what is typed meanwhile is merged and sent next. Nothing leaves it before an answer came. */
export class Autosave<Patch extends object, Saved> {
  port: AutosavePort<Patch, Saved>
  version: number
  #waiting: Patch | undefined
  #sending: Patch | undefined
  /** Something changed since the last save began. */
  #dirty = false
  #running: Promise<boolean> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryIn = retryMs.first
  #snapshot: AutosaveSnapshot<Patch, Saved> = { state: 'idle', error: undefined, stale: undefined, unsaved: undefined }
  readonly #listeners = new Set<() => void>()

  constructor(port: AutosavePort<Patch, Saved>, version: number) {
    this.port = port
    this.version = version
    const kept = port.keep?.read()
    if (kept) {
      this.#waiting = kept.patch
      this.#dirty = true
      this.version = kept.version
      this.#snapshot = { ...this.#snapshot, unsaved: kept.patch }
    }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly snapshot = () => this.#snapshot

  readonly change = (patch: Partial<Patch>) => {
    this.#waiting = { ...this.#waiting, ...patch } as Patch
    this.#dirty = true
    this.#publish(this.#snapshot.state === 'offline' || this.#snapshot.stale ? {} : { state: 'saving' })
    if (!this.#snapshot.stale) this.#schedule(this.port.delayMs)
  }

  /** Sends all that can be sent; true when the server has it. */
  readonly flush = async (): Promise<boolean> => {
    clearTimeout(this.#timer)
    while (this.#running) await this.#running
    if (this.#snapshot.stale) return false
    return this.#sendable() ? this.#run(() => this.#drain()) : true
  }

  /** Does something that changes the version by itself (publish, upload), never beside a save. */
  readonly exclusive = async (task: () => Promise<Saved>): Promise<Saved | undefined> => {
    while (this.#running || this.#sendable()) {
      if (!(await this.flush())) return undefined
    }
    if (this.#snapshot.stale) return undefined
    let saved: Saved | undefined
    await this.#run(async () => {
      saved = await task()
      this.version = this.port.versionOf(saved)
      return true
    })
    return saved
  }

  /** The newer version was seen: what is written here goes on top of it. */
  readonly keepMine = () => {
    const newer = this.#snapshot.stale
    if (newer === undefined) return Promise.resolve(false)
    this.version = this.port.versionOf(newer)
    if (this.#waiting && this.port.rebase) this.#waiting = this.port.rebase(this.#waiting, newer)
    this.#publish({ stale: undefined, error: undefined })
    return this.flush()
  }

  readonly takeTheirs = () => {
    const newer = this.#snapshot.stale
    if (newer === undefined) return
    this.version = this.port.versionOf(newer)
    this.discard()
  }

  readonly discard = () => {
    clearTimeout(this.#timer)
    this.#waiting = undefined
    this.#dirty = false
    this.#publish({ state: 'idle', stale: undefined, error: undefined })
  }

  readonly hasUnsaved = () => this.#waiting !== undefined || this.#sending !== undefined

  #sendable() {
    return this.#dirty && this.#waiting !== undefined
  }

  #schedule(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #run(work: () => Promise<boolean>): Promise<boolean> {
    const running = work()
    this.#running = running.catch(() => false)
    try {
      return await running
    } finally {
      this.#running = undefined
    }
  }

  async #drain(): Promise<boolean> {
    let sent = false
    while (this.#sendable()) {
      const { send, hold } = this.port.split?.(this.#waiting!) ?? { send: this.#waiting }
      this.#dirty = false
      if (!send) break
      this.#sending = send
      this.#waiting = hold
      this.#publish({ state: 'saving', error: undefined })
      try {
        this.#answered(await this.port.save(send, this.version), send)
        sent = true
      } catch (error) {
        if (!this.#failed(error, send)) return false
        sent = true
      }
    }
    this.#publish({ state: sent ? 'saved' : 'idle' })
    return true
  }

  #answered(saved: Saved, sent: Patch) {
    this.version = this.port.versionOf(saved)
    this.#sending = undefined
    this.#retryIn = retryMs.first
    if (this.#waiting && this.port.remap) this.#waiting = this.port.remap(this.#waiting, sent, saved)
    this.#publish({ state: 'saved' })
    this.port.onSaved(saved, sent)
  }

  /** True when the save had arrived after all. */
  #failed(error: unknown, sent: Patch): boolean {
    const newer = this.port.staleOf(error)
    if (newer !== undefined && this.port.alreadyIn(sent, newer)) {
      this.#answered(newer, sent)
      return true
    }
    this.#sending = undefined
    this.#waiting = { ...sent, ...this.#waiting }
    this.#dirty = true
    const offline = newer === undefined && this.port.isOffline(error)
    this.#publish({ state: offline ? 'offline' : 'error', error: offline ? undefined : error, stale: newer })
    if (offline) {
      this.#schedule(this.#retryIn)
      this.#retryIn = Math.min(this.#retryIn * 2, retryMs.longest)
    }
    return false
  }

  #publish(change: Partial<AutosaveSnapshot<Patch, Saved>>) {
    const unsaved = this.#waiting || this.#sending ? ({ ...this.#sending, ...this.#waiting } as Patch) : undefined
    this.#snapshot = { ...this.#snapshot, ...change, unsaved }
    this.port.keep?.write(unsaved && { patch: unsaved, version: this.version })
    for (const listener of this.#listeners) listener()
  }
}
