import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** Moves the focus to a new page's content, for users who can't see that it changed; filters and searches leave the focus alone. */
export function useFocusOnNavigation(target: RefObject<HTMLElement | null>) {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        // An editor whose link follows its title stays on the screen, and so does the field that is typed in.
        if (target.current?.contains(document.activeElement)) return
        target.current?.focus({ preventScroll: true })
      }),
    [router, target],
  )
}
