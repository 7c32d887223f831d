import type { QueryClient } from '@tanstack/react-query'

/** Key of what one user keeps of one school. What waits on users' devices stands under these very keys, so none may change. */
export const keptKey = (kind: 'unsaved' | 'marks' | 'positions', schoolId: string, userId: string) =>
  `escola.${kind}.${schoolId}.${userId}`

/** Makes a key beside a value's own, for a tab that must not overwrite another's value. */
export const copyKey = (key: string) => `${key}~${Date.now()}`

/** Lists the keys of a value and of the copies beside it, its own first. */
export function listCopies(key: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((each) => each === key || each.startsWith(`${key}~`))
      .sort()
  } catch {
    return []
  }
}

/**
 * A value on this device that waits until the school has it. All tabs share it and each read sees the newest. Where the device
 * keeps nothing, because its storage is full or closed, the value lives as long as the page.
 */
export class KeptOnDevice<T> {
  readonly key: string
  /** Text that this tab read or wrote last. */
  #known: string | null = null
  #pageOnly: { value: T | undefined } | undefined

  constructor(key: string) {
    this.key = key
  }

  isKept = () => this.#text() !== null

  read(): T | undefined {
    if (this.#pageOnly) return this.#pageOnly.value
    this.#known = this.#text()
    try {
      return this.#known === null ? undefined : ((JSON.parse(this.#known) as T | null) ?? undefined)
    } catch {
      return undefined
    }
  }

  /** @returns whether the device keeps it now; undefined takes the value away */
  write(value: T | undefined): boolean {
    const text = value === undefined ? null : JSON.stringify(value)
    try {
      if (text === null) localStorage.removeItem(this.key)
      else localStorage.setItem(this.key, text)
    } catch {
      this.#pageOnly = { value }
      return false
    }
    this.#known = text
    this.#pageOnly = undefined
    return true
  }

  /** Says whether another tab has written the value since this one read or wrote it. */
  isChangedElsewhere = () => this.#text() !== this.#known

  #text(): string | null {
    try {
      return localStorage.getItem(this.key)
    } catch {
      return null
    }
  }
}

/** Gives each user of each school one keeper on a page, so that what is on its way is sent once. */
export function onePerUser<T>(make: (client: QueryClient, schoolId: string, userId: string) => T) {
  const made = new WeakMap<QueryClient, Map<string, T>>()
  return (client: QueryClient, schoolId: string, userId: string): T => {
    const own = made.get(client) ?? new Map<string, T>()
    made.set(client, own)
    const key = `${schoolId}/${userId}`
    const keeper = own.get(key) ?? make(client, schoolId, userId)
    own.set(key, keeper)
    return keeper
  }
}
