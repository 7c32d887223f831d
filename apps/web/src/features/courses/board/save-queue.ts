/** One save in flight; what changes meanwhile is saved once more after it, always from the newest state. */
export class SaveQueue {
  readonly #save: () => Promise<void>
  #running: Promise<void> | undefined
  #again = false

  constructor(save: () => Promise<void>) {
    this.#save = save
  }

  /** Resolves when nothing is left to save; rejects when a save failed. */
  request(): Promise<void> {
    if (this.#running) {
      this.#again = true
      return this.#running
    }
    this.#running = this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  idle(): Promise<void> {
    return this.#running ?? Promise.resolve()
  }

  async #run() {
    do {
      this.#again = false
      await this.#save()
    } while (this.#again)
  }
}
