import { type KeyboardEvent, useEffect, useRef } from 'react'

interface InlineTitle {
  /** Title that the field shows. */
  title: string
  /** Title that an empty field gets. */
  fallback: string
  /** Says whether the titled thing was just made. */
  isNew: boolean
  onChange: (title: string) => void
  /** Called when the user is done with the title, which is not empty then. */
  onDone?: (title: string) => void
}

/**
 * Wires a field whose title is written where it is read: the title of what was just made is focused and selected, and an empty
 * title gets its default once the user leaves the field or presses Enter.
 */
export function useInlineTitle<Field extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>({
  title,
  fallback,
  isNew,
  onChange,
  onDone,
}: InlineTitle) {
  const ref = useRef<Field>(null)
  useEffect(() => {
    if (!isNew) return
    ref.current?.focus()
    ref.current?.select()
  }, [isNew])
  const settle = () => {
    const isEmpty = title.trim() === ''
    if (isEmpty) onChange(fallback)
    onDone?.(isEmpty ? fallback : title)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle()
  }
  return { ref, onBlur: settle, onKeyDown }
}
