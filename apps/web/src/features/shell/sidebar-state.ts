import { useState } from 'react'

export type SidebarState = 'open' | 'small'

const places = {
  page: { key: 'escola.sidebar', atFirst: 'open' },
  /** A lesson is its video: the menu leaves it the room until somebody asks for it there. */
  lesson: { key: 'escola.sidebar.lesson', atFirst: 'small' },
} as const

const stored = (key: string): SidebarState | undefined => {
  const state = localStorage.getItem(key)
  return state === 'open' || state === 'small' ? state : undefined
}

/** Open or small, as it was left there. Windows under 900 px show it small and phones hide it: the style sheet's business. */
export function useSidebarState(place: keyof typeof places) {
  const { key, atFirst } = places[place]
  const [, redraw] = useState<unknown>()
  const state = stored(key) ?? atFirst
  const toggle = () => {
    localStorage.setItem(key, state === 'open' ? 'small' : 'open')
    redraw({})
  }
  return { state, toggle }
}
