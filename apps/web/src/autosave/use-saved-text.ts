import { useEffect } from 'react'
import { useUnsavedStore } from './unsaved-store.ts'
import { useAutosave } from './use-autosave.ts'

interface Edits {
  text?: string
}

// The server trims; a space at the end is no change of another user's.
const isSame = (one: string, other: string) => one.trim() === other.trim()

/**
 * A field that saves itself. Give the component a key that changes with what is edited.
 * @param thing names the text on this device while it is unsaved; what isn't made yet has no name there
 */
export function useSavedText(options: {
  thing: string | undefined
  value: string
  save: (text: string) => Promise<unknown>
  delayMs: number
}) {
  const store = useUnsavedStore<{ edits: Edits; base: string }>(options.thing ?? '')
  const { autosave, base, edits, ...status } = useAutosave<Edits, string>(
    {
      delayMs: options.delayMs,
      save: async ({ text = '' }) => {
        await options.save(text)
        return text
      },
      versionOf: (text) => text,
      // The saved text is followed until the user types: a space that the server trims must not vanish while they write.
      follow: (base, loaded, { edits }) => (edits.text === undefined ? loaded : base),
      alreadyIn: ({ text = '' }, saved) => isSame(text, saved),
      changedSince: (base, loaded) => !isSame(base, loaded),
      keep: options.thing === undefined ? undefined : store,
    },
    options.value,
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!autosave.hasUnsaved()) return
      void autosave.flush()
      event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [autosave])
  return {
    ...status,
    text: edits.text ?? base,
    type: (text: string) => autosave.change({ text }),
    flush: autosave.flush,
    keepMine: autosave.keepMine,
    takeTheirs: autosave.takeTheirs,
  }
}

export type SavedText = ReturnType<typeof useSavedText>
