/** Caller whose calls are counted together. A call may count for a wider network, too, which has twice the share. */
export interface Caller {
  key: string
  network?: string
}

/** Load below which no caller is refused. */
const calmLoad = 0.5
/** Part of all places that is one caller's share. */
const callersPart = 0.1

/** Counts who holds how many places, so that one who takes too many is refused before all others. */
export class SharedPlaces {
  #taken = 0
  readonly #held = new Map<string, number>()

  get taken(): number {
    return this.#taken
  }

  /** @param caller without one, the place counts for all alone */
  take(caller: Caller | undefined) {
    this.#taken++
    this.#count(caller, 1)
  }

  free(caller: Caller | undefined) {
    this.#taken--
    this.#count(caller, -1)
  }

  heldBy({ key }: Caller): number {
    return this.#held.get(key) ?? 0
  }

  /** Tells whether one more call of the caller is refused while there are so many places. */
  refuses(caller: Caller | undefined, places: number): boolean {
    return (
      this.#taken >= places || this.isOverShare(caller, { load: this.#taken / places, share: places * callersPart })
    )
  }

  /**
   * Whether a caller holds their share or more at a load that leaves them nothing more; at 1 every place is taken.
   * @param share places that one caller may hold once half of all are taken
   */
  isOverShare(caller: Caller | undefined, { load, share }: { load: number; share: number }): boolean {
    if (!caller || load < calmLoad) return false
    const isOver = (key: string, most: number) => (this.#held.get(key) ?? 0) >= most
    return isOver(caller.key, share) || (caller.network !== undefined && isOver(caller.network, 2 * share))
  }

  #count(caller: Caller | undefined, by: number) {
    if (!caller) return
    this.#countKey(caller.key, by)
    if (caller.network !== undefined) this.#countKey(caller.network, by)
  }

  #countKey(key: string, by: number) {
    const held = (this.#held.get(key) ?? 0) + by
    if (held > 0) this.#held.set(key, held)
    else this.#held.delete(key)
  }
}
