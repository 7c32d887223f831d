const first = 1000
const longest = 5000
const steadyAfter = 10_000

/** Pauses before a part is started again: longer each time it ends soon after its start, and short again once it has run for a while. */
export class RestartPauses {
  #next = first

  /** @param livedMs time from the start of the part to its end */
  take(livedMs: number): number {
    if (livedMs > steadyAfter) this.#next = first
    const pause = this.#next
    this.#next = Math.min(pause * 2, longest)
    return pause
  }
}
