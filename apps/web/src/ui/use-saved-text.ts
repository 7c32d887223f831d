import { useEffect, useState, useSyncExternalStore } from 'react'
import { TextSaver } from './text-saver.ts'

/**
 * A field that saves itself. Give the component a key that changes with what is edited.
 * @param storageKey names the text on this device while it is unsaved
 */
export function useSavedText(options: {
  storageKey: string
  value: string
  save: (text: string) => Promise<unknown>
  delayMs: number
}) {
  const [saver] = useState(() => new TextSaver(options))
  useSyncExternalStore(saver.subscribe, saver.snapshot)
  useEffect(() => saver.receive(options.value), [saver, options.value])
  useEffect(() => {
    const send = () => void saver.flush()
    const warn = (event: BeforeUnloadEvent) => {
      if (!saver.unsaved) return
      send()
      event.preventDefault()
    }
    addEventListener('online', send)
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('online', send)
      removeEventListener('beforeunload', warn)
      send()
    }
  }, [saver])
  return { text: saver.text, state: saver.state, type: (text: string) => saver.type(text), flush: () => saver.flush() }
}
