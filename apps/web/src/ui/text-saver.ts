import { ApiError } from '../api/api-error.ts'
import type { SaveState } from './save-status.tsx'

interface Options {
  /** Where unsaved text is kept on this device until the server has it. */
  storageKey: string
  /** What the server holds. */
  value: string
  save: (text: string) => Promise<unknown>
  delayMs: number
}

const retryMs = 5000

/** One text that saves itself: after a pause in typing, one request at a time, the last text last, again until it arrived. */
export class TextSaver {
  text: string
  state: SaveState = 'idle'
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  #unsaved = false
  #saving = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
    const kept = localStorage.getItem(options.storageKey)
    this.text = kept ?? options.value
    if (kept !== null && kept !== options.value) this.type(kept)
  }

  get unsaved() {
    return this.#unsaved || this.#saving
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  /** A value that changes whenever text or state do. */
  snapshot = () => `${this.state}:${this.text}`

  type(text: string) {
    this.#unsaved = true
    localStorage.setItem(this.#options.storageKey, text)
    this.#show({ text, state: 'saving' })
    this.#later(this.#options.delayMs)
  }

  /** Takes the server's text until somebody types here: a space that the server trims must not vanish under their fingers. */
  receive(text: string) {
    if (this.state === 'idle' && text !== this.text) this.#show({ text, state: 'idle' })
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#unsaved || this.#saving) return
    this.#saving = true
    this.#unsaved = false
    try {
      await this.#options.save(this.text)
    } catch (error) {
      this.#unsaved = true
      const isOffline = error instanceof ApiError && error.code === 'offline'
      this.#show({ state: isOffline ? 'offline' : 'error' })
      if (isOffline) this.#later(retryMs)
      return
    } finally {
      this.#saving = false
    }
    if (this.#unsaved) return this.flush()
    localStorage.removeItem(this.#options.storageKey)
    this.#show({ state: 'saved' })
  }

  #later(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #show(next: { text?: string; state: SaveState }) {
    this.text = next.text ?? this.text
    this.state = next.state
    for (const listener of this.#listeners) listener()
  }
}
