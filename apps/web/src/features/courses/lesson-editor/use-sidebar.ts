import { useState } from 'react'
import { deviceStore } from '../../../api/storage.ts'

const key = 'escola.lesson-editor.sidebar'

/** Open unless it was closed on this device; a small screen starts without it. */
export function useSidebar() {
  const [isOpen, setOpen] = useState(() => (deviceStore.read(key) ?? 'open') === 'open' && window.innerWidth >= 992)
  const toggle = () => {
    deviceStore.write(key, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { isOpen, toggle }
}
