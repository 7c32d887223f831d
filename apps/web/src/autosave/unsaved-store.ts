import { useState } from 'react'
import { useSchool, useUser } from '../session/context.ts'
import type { Kept, UnsavedStore } from './autosave-port.ts'

/**
 * Keeps unsaved text on this device, so that a reload, a crash or a closed tab loses nothing. Two tabs that write about the same thing
 * keep their texts beside each other.
 */
export function unsavedStore<T>(key: string): UnsavedStore<T> {
  let slot = key
  let own: string | null = null
  /** Keys of edits that earlier visits left and that were not read yet. */
  let left: string[] | undefined
  const read = () => {
    try {
      if (!left) {
        left = Object.keys(localStorage).filter((each) => each === key || each.startsWith(`${key}~`))
        slot = left.sort().shift() ?? key
      }
      own = localStorage.getItem(slot)
      return own === null ? undefined : (JSON.parse(own) as T)
    } catch {
      return undefined
    }
  }
  return {
    key,
    read,
    next() {
      const another = left?.shift()
      if (another === undefined) return undefined
      slot = another
      return read()
    },
    write(unsaved, ownOnly) {
      try {
        if (localStorage.getItem(slot) !== own) {
          if (ownOnly || unsaved === undefined) return false
          slot = `${key}~${Date.now()}`
        }
        const text = unsaved === undefined ? null : JSON.stringify(unsaved)
        if (text === null) localStorage.removeItem(slot)
        else localStorage.setItem(slot, text)
        own = text
        return true
      } catch {
        // Storage is full or closed: the text still lives in the page.
        return false
      }
    },
  }
}

/** Keys hold the user and the school, so that each user has their own copy in each school. */
function useKeys() {
  const school = useSchool()
  const user = useUser()
  return (thing: string) => `escola.unsaved.${school.id}.${user?.id ?? ''}.${thing}`
}

/** @param thing name of the edited thing, like 'course.10' */
export const useUnsavedStore = <T>(thing: string): UnsavedStore<T> => unsavedStore<T>(useKeys()(thing))

/** Store of a thing that is made by its first save, and has another name from then on. */
export function useMovingStore<Edits, Saved>(loaded: Saved, thingOf: (saved: Saved) => string) {
  const keyOf = useKeys()
  const [store] = useState(() => movingStore<Edits, Saved>(loaded, (saved) => keyOf(thingOf(saved))))
  return store
}

function movingStore<Edits, Saved>(loaded: Saved, keyOf: (saved: Saved) => string): UnsavedStore<Kept<Edits, Saved>> {
  let store = unsavedStore<Kept<Edits, Saved>>(keyOf(loaded))
  return {
    get key() {
      return store.key
    },
    read: () => store.read(),
    next: () => store.next(),
    write(unsaved, ownOnly) {
      if (unsaved && keyOf(unsaved.base) !== store.key) {
        store.write(undefined, ownOnly)
        store = unsavedStore(keyOf(unsaved.base))
      }
      return store.write(unsaved, ownOnly)
    },
  }
}
