import { useState } from 'react'
import { tabStore } from '../../api/storage.ts'

const keyOf = (id: string) => `escola.import.${id}`

/** Remembers whether an import's refused rows are shown. A user who hid them in this tab doesn't meet them again on coming back. */
export function useRefusalsOpen(id: string, opensAtEnd: boolean) {
  const [isOpen, setOpen] = useState(() => opensAtEnd && tabStore.read(keyOf(id)) !== 'away')
  const toggle = () => {
    tabStore.write(keyOf(id), isOpen ? 'away' : null)
    setOpen(!isOpen)
  }
  return { isOpen, toggle }
}
