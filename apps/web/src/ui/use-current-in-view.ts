import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the current entry of a scrolling list unfolded and in view from the start, while the page stays in place.
 * @param current changes with the open entry
 */
export function useCurrentInView<List extends HTMLElement>(current: unknown) {
  const list = useRef<List>(null)
  useLayoutEffect(() => {
    const item = list.current?.querySelector('[aria-current]')
    if (!list.current || !item) return
    const fold = item.closest('details')
    if (fold) fold.open = true
    const frame = list.current.getBoundingClientRect()
    const { top, bottom, height } = item.getBoundingClientRect()
    if (top >= frame.top && bottom <= frame.bottom) return
    list.current.scrollTop += top - frame.top - (frame.height - height) / 2
  }, [current])
  return list
}
