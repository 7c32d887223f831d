import { useState } from 'react'

const key = 'escola.sidebar'

export type SidebarState = 'open' | 'small'

/** Open or small, as it was left. Windows under 900 px show it small and phones hide it: the style sheet's business. */
export function useSidebarState() {
  const [state, setState] = useState<SidebarState>(() => (localStorage.getItem(key) === 'small' ? 'small' : 'open'))
  const toggle = () => {
    const next = state === 'open' ? 'small' : 'open'
    localStorage.setItem(key, next)
    setState(next)
  }
  return { state, toggle }
}
