import { useState } from 'react'
import { useSchool, useUser } from '../session/context.ts'
import { copyKey, KeptOnDevice, keptKey, listCopies } from '../session/kept-on-device.ts'
import type { Kept, UnsavedStore } from './autosave-port.ts'

/**
 * Keeps unsaved text on this device, so that a reload, a crash or a closed tab loses nothing. Two tabs that write about the same thing
 * keep their texts beside each other.
 */
export function unsavedStore<T>(key: string): UnsavedStore<T> {
  let slot = new KeptOnDevice<T>(key)
  /** Keys of edits that earlier visits left and that were not read yet. */
  let left: string[] | undefined
  const readNext = () => {
    const another = left?.shift()
    if (another === undefined) return undefined
    slot = new KeptOnDevice<T>(another)
    return slot.read()
  }
  return {
    key,
    read() {
      if (left) return slot.read()
      left = listCopies(key)
      return readNext()
    },
    next: readNext,
    write(unsaved, ownOnly) {
      if (slot.isChangedElsewhere()) {
        if (ownOnly || unsaved === undefined) return false
        slot = new KeptOnDevice<T>(copyKey(key))
      }
      return slot.write(unsaved)
    },
  }
}

function useKeys() {
  const school = useSchool()
  const user = useUser()
  return (thing: string) => `${keptKey('unsaved', school.id, user?.id ?? '')}.${thing}`
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
