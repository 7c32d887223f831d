import { useState } from 'react'

const key = 'escola.lesson-editor.sidebar'

/** Open unless it was closed on this device; a small screen starts without it. */
export function useSidebar() {
  const [isOpen, setOpen] = useState(() => (localStorage.getItem(key) ?? 'open') === 'open' && window.innerWidth >= 992)
  const toggle = () => {
    localStorage.setItem(key, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { isOpen, toggle }
}
