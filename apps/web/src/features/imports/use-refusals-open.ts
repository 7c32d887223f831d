import { useState } from 'react'

const keyOf = (id: string) => `escola.import.${id}`

/** Remembers whether an import's refused rows are shown. A user who hid them in this tab doesn't meet them again on coming back. */
export function useRefusalsOpen(id: string, opensAtEnd: boolean) {
  const [isOpen, setOpen] = useState(() => opensAtEnd && sessionStorage.getItem(keyOf(id)) !== 'away')
  const toggle = () => {
    if (isOpen) sessionStorage.setItem(keyOf(id), 'away')
    else sessionStorage.removeItem(keyOf(id))
    setOpen(!isOpen)
  }
  return { isOpen, toggle }
}
