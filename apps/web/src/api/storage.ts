/**
 * A store of the browser; all reads and writes go through here. Browsers close their stores (cookies blocked, pages inside other programs), have none at all, or
 * run out of room: what they don't take lives as long as the page, and no screen says so.
 */
class Store {
  /** Throws where the store is closed. */
  readonly #find: () => Storage | null
  /** Values that the browser didn't take. */
  readonly #pageOnly = new Map<string, string>()

  constructor(find: () => Storage | null) {
    this.#find = find
  }

  read(key: string): string | null {
    try {
      return this.#pageOnly.get(key) ?? this.#find()!.getItem(key)
    } catch {
      return null
    }
  }

  /** @returns whether the browser keeps it now; null takes the value away */
  write(key: string, value: string | null): boolean {
    this.#pageOnly.delete(key)
    try {
      if (value === null) this.#find()!.removeItem(key)
      else this.#find()!.setItem(key, value)
      return true
    } catch {
      if (value !== null) this.#pageOnly.set(key, value)
      return false
    }
  }

  listKeys(): string[] {
    try {
      return [...new Set([...Object.keys(this.#find()!), ...this.#pageOnly.keys()])]
    } catch {
      return [...this.#pageOnly.keys()]
    }
  }
}

/** Store that all tabs share, and that outlives them. */
export const deviceStore = new Store(() => localStorage)
/** Store of this tab, which outlives its pages. */
export const tabStore = new Store(() => sessionStorage)
