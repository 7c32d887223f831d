import type { ReactNode } from 'react'

let cover: ReactNode
const listeners = new Set<() => void>()

/** Reads what stands in place of the whole page, once the page is hidden. */
export const readCover = () => cover
export const subscribeToCover = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function coverPage(next: ReactNode) {
  cover = next
  for (const listener of listeners) listener()
}
