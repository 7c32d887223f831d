import type { QueryClient } from '@tanstack/react-query'
import { deviceStore } from '../api/storage.ts'

/** Key of what one user keeps of one school. What waits on users' devices stands under these very keys, so none may change. */
export const keptKey = (kind: 'unsaved' | 'marks' | 'positions' | 'exams', schoolId: string, userId: string) =>
  `escola.${kind}.${schoolId}.${userId}`

/** Makes a key beside a value's own, for a tab that must not overwrite another's value. */
export const copyKey = (key: string) => `${key}~${Date.now()}`

/** Lists the keys of a value and of the copies beside it, its own first. */
export const listCopies = (key: string): string[] =>
  deviceStore
    .listKeys()
    .filter((each) => each === key || each.startsWith(`${key}~`))
    .sort()

/** A value on this device that waits until the school has it. All tabs share it and each read sees the newest. */
export class KeptOnDevice<T> {
  readonly key: string
  /** Text that this tab read or wrote last. */
  #known: string | null = null

  constructor(key: string) {
    this.key = key
  }

  isKept = () => deviceStore.read(this.key) !== null

  read(): T | undefined {
    this.#known = deviceStore.read(this.key)
    try {
      return this.#known === null ? undefined : ((JSON.parse(this.#known) as T | null) ?? undefined)
    } catch {
      return undefined
    }
  }

  /** @returns whether the device keeps it now, or only the page does; undefined takes the value away */
  write(value: T | undefined): boolean {
    this.#known = value === undefined ? null : JSON.stringify(value)
    return deviceStore.write(this.key, this.#known)
  }

  /** Says whether another tab has written the value since this one read or wrote it. */
  isChangedElsewhere = () => deviceStore.read(this.key) !== this.#known
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
