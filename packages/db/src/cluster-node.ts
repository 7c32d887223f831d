import type { SharedConnections } from './shared-connections.ts'

/** A node as it is asked without its coordinator. Nobody waits for a connection to it. */
export class ClusterNode {
  readonly connections: SharedConnections
  readonly #tell: (failure?: unknown) => void
  readonly #restMs: number
  #isOpen = false
  #isAway = false
  #restsUntil = 0

  /**
   * @param tell once when it can't be reached, with what it failed for, and once when it can again
   * @param restMs how long the coordinator is asked instead of a node that could not be asked, or no longer had what it was asked for
   */
  constructor(connections: SharedConnections, tell: (failure?: unknown) => void, restMs = 5000) {
    this.connections = connections
    this.#tell = tell
    this.#restMs = restMs
  }

  /** If it is not, it may be soon. */
  isOpen(): boolean {
    if (!this.#isOpen && Date.now() >= this.#restsUntil) {
      this.rest()
      const opened = this.connections.run((client) => client.query('select'))
      opened.then(
        () => this.#note(true),
        (failure: unknown) => this.#note(false, failure),
      )
    }
    return this.#isOpen
  }

  rest() {
    this.#isOpen = false
    this.#restsUntil = Date.now() + this.#restMs
  }

  #note(isOpen: boolean, failure?: unknown) {
    this.#isOpen = isOpen
    if (this.#isAway === isOpen) this.#tell(failure)
    this.#isAway = !isOpen
  }
}
