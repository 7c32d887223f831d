import { useSchool, useUser } from '../session/context.ts'
import type { UnsavedStore } from './autosave-port.ts'

/**
 * Keeps unsaved text on this device, so that a reload, a crash or a closed tab loses nothing. Two tabs that write about the same thing
 * keep their texts beside each other.
 */
export function unsavedStore<T>(key: string): UnsavedStore<T> {
  let slot = key
  let own: string | null = null
  /** Where earlier visits left something that was not looked at yet. */
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

/** @param thing what is written, as in 'course.10'; each person has their own copy in each school. */
export function useUnsavedStore<T>(thing: string): UnsavedStore<T> {
  const school = useSchool()
  const user = useUser()
  return unsavedStore<T>(`escola.unsaved.${school.id}.${user?.id ?? ''}.${thing}`)
}
