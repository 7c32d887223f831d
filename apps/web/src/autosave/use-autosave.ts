import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Autosave } from './autosave.ts'
import type { AutosavePort } from './autosave-port.ts'

/**
 * The last state of the server with what was typed since, which saves itself. Give the component a key that changes with
 * what is edited.
 */
export function useAutosave<Edits extends object, Saved>(port: AutosavePort<Edits, Saved>, loaded: Saved) {
  const [autosave] = useState(() => new Autosave(port, loaded))
  useLayoutEffect(() => {
    autosave.port = port
  })
  useEffect(() => autosave.follow(loaded), [autosave, loaded])
  useEffect(autosave.attach, [autosave])
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.snapshot)
  return { ...snapshot, autosave }
}
