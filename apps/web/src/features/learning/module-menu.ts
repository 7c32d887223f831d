import { useId, useState } from 'react'
import { deviceStore } from '../../api/storage.ts'

const key = 'escola.modules'
const narrow = 500

/** Says whether the module list is shown. It is hidden at first on narrow windows, and the user's choice is remembered. */
export function useModuleMenu() {
  const id = useId()
  const [isOpen, setOpen] = useState(() => {
    const kept = deviceStore.read(key)
    return kept ? kept === 'open' : window.innerWidth >= narrow
  })
  const toggle = () => {
    deviceStore.write(key, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { id, isOpen, toggle }
}
export type ModuleMenu = ReturnType<typeof useModuleMenu>
