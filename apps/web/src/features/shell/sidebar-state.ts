import { useState } from 'react'
import { deviceStore } from '../../api/storage.ts'

/** State of the sidebar. closed-right: only the button that opens it again is visible. */
export type SidebarState = 'open' | 'small' | 'closed-right'

const places = {
  page: { key: 'escola.sidebar', atFirst: 'open' },
  /** A lesson is its video: the menu stays small there until the user opens it. */
  lesson: { key: 'escola.sidebar.lesson', atFirst: 'small' },
} as const

const states: readonly string[] = ['open', 'small', 'closed-right'] satisfies SidebarState[]
const readStored = (key: string): SidebarState | undefined => {
  const state = deviceStore.read(key)
  return state && states.includes(state) ? (state as SidebarState) : undefined
}

/** Remembers the sidebar's state by place (part 1 §2.3). The style sheet shows it small in windows under 900 px, and hides it on phones. */
export function useSidebarState(place: keyof typeof places) {
  const { key, atFirst } = places[place]
  const [, redraw] = useState<unknown>()
  const change = (state: SidebarState) => {
    deviceStore.write(key, state)
    redraw({})
  }
  return { state: readStored(key) ?? atFirst, onChange: change }
}
