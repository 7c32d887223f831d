import { useSchool, useUser } from '../session/context.ts'
import type { UnsavedStore } from './autosave-port.ts'

/** Keeps unsaved text on this device, so that a reload, a crash or a closed tab loses nothing. */
export function unsavedStore<T>(key: string): UnsavedStore<T> {
  let own: string | null = null
  return {
    key,
    read() {
      try {
        own = localStorage.getItem(key)
        return own === null ? undefined : (JSON.parse(own) as T)
      } catch {
        return undefined
      }
    },
    write(unsaved, ownOnly) {
      try {
        // Another tab may have kept its own text about the same thing.
        if ((ownOnly || unsaved === undefined) && localStorage.getItem(key) !== own) return false
        const text = unsaved === undefined ? null : JSON.stringify(unsaved)
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
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
