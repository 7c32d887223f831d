/** The calls that were taken. A caller who hangs up ends the connection, which is all that a closing server waits for, and not what they asked for. */
export class OpenCalls {
  #count = 0
  #onNone: () => void = () => undefined

  begin() {
    this.#count++
  }

  end() {
    if (--this.#count === 0) this.#onNone()
  }

  /** Waits until all calls have ended; for a server that takes no new ones. */
  waitUntilSettled(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => (this.#onNone = resolve))
  }
}
