import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A form that comes where its button was; the focus is on the button again when it goes. */
export function useInlineForm() {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    opener,
    open: () => setOpen(true),
    close: () => {
      flushSync(() => setOpen(false))
      opener.current?.focus()
    },
  }
}
