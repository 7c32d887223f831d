import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Autosave, type AutosavePort } from './autosave.ts'

/** Saves what is typed, one save at a time, and goes on when the connection comes back. */
export function useAutosave<Patch extends object, Saved>(port: AutosavePort<Patch, Saved>, version: number) {
  const [autosave] = useState(() => new Autosave(port, version))
  useLayoutEffect(() => {
    autosave.port = port
  })
  useEffect(() => {
    const saveNow = () => void autosave.flush()
    // What an earlier visit left unsaved goes first.
    saveNow()
    window.addEventListener('online', saveNow)
    return () => {
      window.removeEventListener('online', saveNow)
      saveNow()
    }
  }, [autosave])
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.snapshot)
  return { ...snapshot, autosave }
}
