import { useState } from 'react'

/** closed-right: gone to the side, but for what opens it again. */
export type SidebarState = 'open' | 'small' | 'closed-right'

const places = {
  page: { key: 'escola.sidebar', atFirst: 'open' },
  /** A lesson is its video: the menu leaves it the room until somebody asks for it there. */
  lesson: { key: 'escola.sidebar.lesson', atFirst: 'small' },
} as const

const states: readonly string[] = ['open', 'small', 'closed-right'] satisfies SidebarState[]
const stored = (key: string): SidebarState | undefined => {
  const state = localStorage.getItem(key)
  return state && states.includes(state) ? (state as SidebarState) : undefined
}

/** As it was left there (part 1 §2.3). Windows under 900 px show it small and phones hide it: the style sheet's business. */
export function useSidebarState(place: keyof typeof places) {
  const { key, atFirst } = places[place]
  const [, redraw] = useState<unknown>()
  const change = (state: SidebarState) => {
    localStorage.setItem(key, state)
    redraw({})
  }
  return { state: stored(key) ?? atFirst, onChange: change }
}
