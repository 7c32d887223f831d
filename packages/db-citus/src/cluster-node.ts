import type { SharedConnections } from '@escola/db-wire'

/** A node that is asked without its coordinator. No caller waits for a connection to it. */
export class ClusterNode {
  readonly connections: SharedConnections
  readonly #onChange: (failure?: unknown) => void
  readonly #restMs: number
  #isOpen = false
  #isAway = false
  #restsUntil = 0

  /**
   * @param onChange is called with the failure when the node can no longer be reached, and without one when it can be reached again
   * @param restMs how long the coordinator is asked instead of a node that could not be asked, or no longer had the rows
   */
  constructor(connections: SharedConnections, onChange: (failure?: unknown) => void, restMs = 5000) {
    this.connections = connections
    this.#onChange = onChange
    this.#restMs = restMs
  }

  /** True when the node can be asked. Otherwise, unless it rests, a connection is opened meanwhile. */
  isOpen(): boolean {
    if (!this.#isOpen && Date.now() >= this.#restsUntil) {
      this.rest()
      const opened = this.connections.run((client) => client.query('select'))
      opened.then(
        () => this.#setOpen(true),
        (failure: unknown) => this.#setOpen(false, failure),
      )
    }
    return this.#isOpen
  }

  rest() {
    this.#isOpen = false
    this.#restsUntil = Date.now() + this.#restMs
  }

  #setOpen(isOpen: boolean, failure?: unknown) {
    this.#isOpen = isOpen
    if (this.#isAway === isOpen) this.#onChange(failure)
    this.#isAway = !isOpen
  }
}
