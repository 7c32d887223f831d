import { useState } from 'react'
import { useUnsavedStore } from './unsaved-store.ts'

/**
 * Keeps on this device a text that is sent at once or not at all, whatever happens to the page. Texts of two tabs are kept beside each other, and are
 * found one after the other.
 * @param thing name of the edited thing, like 'question.10'
 */
export function useKeptText(thing: string) {
  // The store knows what it has written, so there is one for as long as the text is on the screen.
  const [store] = useState(useUnsavedStore<string>(thing))
  const [text, setText] = useState(() => store.read() ?? '')
  return {
    text,
    type: (next: string) => {
      setText(next)
      store.write(next || undefined, false)
    },
  }
}
