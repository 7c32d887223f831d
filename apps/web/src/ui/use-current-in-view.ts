import { useLayoutEffect, useRef } from 'react'

/**
 * For a list that scrolls by itself: what is open in it is unfolded and in view from the start, and the page stays where it is.
 * @param current changes with what is open
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
