import type { AutosavePort, Kept, UnsavedStore } from './autosave-port.ts'
import { isOffline, isPassing } from './save-errors.ts'

/** State of a save. Without a connection it is 'offline' while this device keeps all unsaved edits, 'page-only' while only the page has them. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'offline' | 'page-only' | 'error'

export interface AutosaveSnapshot<Edits, Saved> {
  state: SaveState
  /** Reason of the last save's failure. */
  error: unknown
  /** Newer state of another user, while it waits for a decision. */
  stale: Saved | undefined
  /** The newest state of the server that we go on from. */
  base: Saved
  /** Edits typed on top of it, sent or not. */
  edits: Edits
  unsaved: Edits | undefined
}

const isCutOff = (state: SaveState) => state === 'offline' || state === 'page-only'

const retryMs = { first: 3000, longest: 30_000 }

/** Last tries of savers whose screens were left: what is typed next about the same thing goes after them. */
const lastTries = new Map<string, Promise<unknown>>()

/** Sends edits one save at a time; what is typed meanwhile is merged and sent next. Nothing leaves it before an answer came. */
export class Autosave<Edits extends object, Saved> {
  port: AutosavePort<Edits, Saved>
  readonly #keep: UnsavedStore<Kept<Edits, Saved>> | undefined
  #waiting: Edits | undefined
  #sending: Edits | undefined
  /** Says whether the edits changed since the last save began. */
  #dirty = false
  /** Edits that an earlier visit left unsaved, until the server has answered to them. */
  #restored: Edits | undefined
  /** Says whether the user has left the screen. */
  #closed = false
  #running: Promise<unknown> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryIn = retryMs.first
  #snapshot: AutosaveSnapshot<Edits, Saved>
  readonly #listeners = new Set<() => void>()

  constructor(port: AutosavePort<Edits, Saved>, loaded: Saved) {
    this.port = port
    this.#keep = port.keep
    const start = { state: 'idle', error: undefined, stale: undefined, base: loaded, unsaved: undefined } as const
    this.#snapshot = { ...start, edits: {} as Edits }
    this.#restore(this.#keep?.read(), loaded)
  }

  /** Goes on from what an earlier visit left unsaved. */
  #restore(kept: Kept<Edits, Saved> | undefined, loaded: Saved) {
    if (!kept) return
    const { edits } = kept
    this.#waiting = edits
    this.#dirty = true
    this.#restored = edits
    const base = this.port.versionOf(kept.base) === this.port.versionOf(loaded) ? loaded : kept.base
    this.#snapshot = { ...this.#snapshot, state: 'saving', base, edits, unsaved: edits }
    this.follow(loaded)
  }

  /** Restores the next edits once none wait: another tab may have left some, too. */
  #restoreNext() {
    if (this.hasUnsaved() || this.#closed) return
    this.#restore(this.#keep?.next(), this.base)
    if (!this.#sendable()) return
    this.#publish({})
    this.#schedule(0)
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly snapshot = () => this.#snapshot
  get base() {
    return this.#snapshot.base
  }

  /** Runs the saver while a screen shows it; when the user leaves the screen, waiting edits are sent once more and then left to storage. */
  readonly attach = () => {
    this.#closed = false
    if (this.#sendable()) this.#schedule(this.port.delayMs)
    const send = () => void this.flush()
    window.addEventListener('online', send)
    return () => {
      window.removeEventListener('online', send)
      this.#closed = true
      const lastTry = this.flush()
      const key = this.#keep?.key
      if (key === undefined) return
      lastTries.set(key, lastTry)
      void lastTry.finally(() => lastTries.get(key) === lastTry && lastTries.delete(key))
    }
  }

  readonly change = (edits: Partial<Edits>) => {
    this.#waiting = { ...this.#waiting, ...edits } as Edits
    this.#dirty = true
    const { state, stale } = this.#snapshot
    this.#publish({
      edits: { ...this.#snapshot.edits, ...edits },
      ...(isCutOff(state) || stale !== undefined ? {} : { state: 'saving' }),
    })
    this.#schedule(this.port.delayMs)
  }

  /** Follows a newly loaded state. */
  readonly follow = (loaded: Saved) => {
    const { base, unsaved, edits, stale } = this.#snapshot
    if (this.#restored && stale === undefined && !this.#sending && this.port.changedSince?.(base, loaded)) {
      // The last try of the earlier visit may have arrived after all.
      if (!this.port.alreadyIn(this.#restored, loaded)) return this.#publish({ state: 'error', stale: loaded })
      this.#restored = undefined
      if (this.port.alreadyIn(edits, loaded)) return this.take(loaded)
      return this.#publish({ base: loaded })
    }
    const next = this.port.follow(base, loaded, { unsaved, edits })
    if (next === base) return
    const isSame = this.port.versionOf(next) === this.port.versionOf(base)
    this.#publish({ base: next, ...(isSame ? {} : { edits: {} as Edits }) })
  }

  /** Sends all that can be sent; true when the server has it. */
  readonly flush = async (): Promise<boolean> => {
    clearTimeout(this.#timer)
    while (this.#running) await this.#running
    if (this.#snapshot.stale !== undefined) return false
    return this.#sendable() ? this.#run(() => this.#drain()) : true
  }

  /** Resolves when the server has all that can be sent; rejects with what is in the way. */
  readonly settled = async () => {
    while (this.#running || this.#sendable()) {
      if (!(await this.flush())) throw this.#snapshot.error
    }
  }

  /** Does something while no save runs beside it. */
  readonly alone = async <T>(task: () => Promise<T>): Promise<T> => {
    while (this.#running) await this.#running
    try {
      return await this.#run(task)
    } finally {
      if (this.#sendable()) this.#schedule(this.port.delayMs)
    }
  }

  /** Does something that needs all saved first and changes the version by itself (publish, upload). */
  readonly exclusive = async (task: () => Promise<Saved>): Promise<Saved> => {
    await this.settled()
    return this.alone(async () => {
      const saved = await task()
      this.accept(saved)
      return saved
    })
  }

  /** The newer version was seen: what is written here goes on top of it. */
  readonly keepMine = () => {
    const newer = this.#snapshot.stale
    if (newer === undefined) return
    this.#rebase(newer)
    void this.flush()
  }

  readonly takeTheirs = () => {
    const newer = this.#snapshot.stale
    if (newer !== undefined) this.take(newer)
  }

  /** The server's newest state; edits stay on top of it. */
  readonly accept = (saved: Saved) => {
    const before = this.#snapshot.base
    this.#publish({ base: saved })
    this.port.onSaved?.(saved, before)
  }

  /** The server's newest state in place of everything that was typed. */
  readonly take = (saved: Saved) => {
    this.discard()
    this.accept(saved)
    this.#restoreNext()
  }

  readonly discard = () => {
    clearTimeout(this.#timer)
    this.#waiting = undefined
    this.#dirty = false
    this.#publish({ state: 'idle', edits: {} as Edits, stale: undefined, error: undefined })
  }

  readonly hasUnsaved = () => this.#waiting !== undefined || this.#sending !== undefined

  #sendable() {
    return this.#dirty && this.#waiting !== undefined
  }

  #schedule(ms: number) {
    clearTimeout(this.#timer)
    if (this.#closed || this.#snapshot.stale !== undefined) return
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    const running = work()
    this.#running = running.catch(() => undefined)
    try {
      return await running
    } finally {
      this.#running = undefined
    }
  }

  async #drain(): Promise<boolean> {
    const before = this.#keep && lastTries.get(this.#keep.key)
    if (before) await before
    let sent = false
    while (this.#sendable()) {
      const { send, hold } = this.port.split?.(this.#waiting!, this.base) ?? { send: this.#waiting }
      this.#dirty = false
      if (!send) break
      this.#sending = send
      this.#waiting = hold
      this.#publish({ state: 'saving' })
      try {
        this.#answered(await this.port.save(send, this.base), send)
      } catch (error) {
        if (!this.#failed(error, send)) return false
      }
      sent = true
    }
    this.#publish({ state: sent ? 'saved' : 'idle' })
    this.#restoreNext()
    return true
  }

  #answered(saved: Saved, sent: Edits) {
    this.#sending = undefined
    this.#restored = undefined
    this.#retryIn = retryMs.first
    const remapped = (edits: Edits) => this.port.remap?.(edits, sent, saved) ?? edits
    this.#waiting = this.#waiting && remapped(this.#waiting)
    this.#publish({ state: 'saved', error: undefined, edits: remapped(this.#snapshot.edits) })
    this.accept(saved)
  }

  /** True when there is nothing to wait for: the save had arrived after all, or the edits now stand on the newer state. */
  #failed(error: unknown, sent: Edits): boolean {
    const newer = this.port.staleOf?.(error)
    if (newer !== undefined && this.port.alreadyIn(sent, newer)) {
      this.#answered(newer, sent)
      return true
    }
    this.#sending = undefined
    this.#waiting = { ...sent, ...this.#waiting }
    this.#dirty = true
    const { mergesAlone, versionOf } = this.port
    // Merging with an unchanged version would repeat forever.
    if (newer !== undefined && mergesAlone && versionOf(newer) !== versionOf(this.base)) {
      this.#rebase(newer)
      return true
    }
    this.#publish({ state: isOffline(error) ? 'offline' : 'error', error, stale: mergesAlone ? undefined : newer })
    if (isPassing(error)) {
      this.#schedule(this.#retryIn)
      this.#retryIn = Math.min(this.#retryIn * 2, retryMs.longest)
    }
    return false
  }

  #rebase(newer: Saved) {
    this.#restored = undefined
    const waiting = this.#waiting
    this.#waiting = waiting && (this.port.rebase?.(waiting, this.base, newer) ?? waiting)
    this.#publish({ base: newer, edits: this.#waiting ?? ({} as Edits), stale: undefined, error: undefined })
  }

  #publish(change: Partial<AutosaveSnapshot<Edits, Saved>>) {
    const unsaved = this.#waiting || this.#sending ? ({ ...this.#sending, ...this.#waiting } as Edits) : undefined
    this.#snapshot = { ...this.#snapshot, ...change, unsaved }
    const isKept = this.#keep?.write(unsaved && { edits: unsaved, base: this.base }, this.#closed) ?? false
    if (isCutOff(this.#snapshot.state)) this.#snapshot.state = isKept ? 'offline' : 'page-only'
    for (const listener of this.#listeners) listener()
  }
}
