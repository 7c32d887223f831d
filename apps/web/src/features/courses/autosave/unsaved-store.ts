import type { UnsavedStore } from './autosave.ts'

/** Keeps unsaved text in the tab's own storage, so that a reload or a crash loses nothing. */
export const unsavedStore = <Patch>(key: string): UnsavedStore<Patch> => ({
  read() {
    try {
      const kept = sessionStorage.getItem(key)
      return kept ? (JSON.parse(kept) as { patch: Patch; version: number }) : undefined
    } catch {
      return undefined
    }
  },
  write(unsaved) {
    try {
      if (unsaved) sessionStorage.setItem(key, JSON.stringify(unsaved))
      else sessionStorage.removeItem(key)
    } catch {
      // Storage is full or closed: the text still lives in the page.
    }
  },
})
