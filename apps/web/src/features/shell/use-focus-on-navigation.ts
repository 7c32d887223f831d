import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** A new page begins at its content for whoever can't see that it changed; filters and searches leave the focus alone. */
export function useFocusOnNavigation(target: RefObject<HTMLElement | null>) {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (fromLocation && fromLocation.pathname !== toLocation.pathname)
          target.current?.focus({ preventScroll: true })
      }),
    [router, target],
  )
}
