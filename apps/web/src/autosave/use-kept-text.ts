import { useState } from 'react'
import { useUnsavedStore } from './unsaved-store.ts'

/**
 * A text that is sent at once or not at all: until then it stays on this device, whatever happens to the page. What two tabs write is kept
 * beside each other, and is found one after the other.
 * @param thing what is written, as in 'question.10'
 */
export function useKeptText(thing: string) {
  // It knows what it has written: one for as long as the text is on the screen.
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
