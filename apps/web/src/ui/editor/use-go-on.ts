import { type NavigateOptions, useMatch, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useMounted } from '../use-mounted.ts'

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/**
 * Goes on to another address of the same screen. A skeleton in place of the editor would lose the typing, so the address is made ready first, and a
 * slow device shows none while it draws.
 * A user who leaves in the meantime is left alone, also while the page that they opened is still loading.
 */
export function useGoOn() {
  const router = useRouter()
  const mounted = useMounted()
  const shown = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const goingOnTo = useRef<string>(undefined)
  return async (address: NavigateOptions) => {
    const start = router.latestLocation
    const isHere = [shown, goingOnTo.current].some(
      (path) => path !== undefined && withoutSlash(path) === withoutSlash(start.pathname),
    )
    if (!isHere) return
    await router.preloadRoute(address as Parameters<typeof router.preloadRoute>[0]).catch(() => undefined)
    if (!mounted.current || router.latestLocation !== start) return
    const { pathname } = router.buildLocation(address)
    goingOnTo.current = pathname
    const [, , route] = router.getMatchedRoutes(pathname)
    const { options } = route!
    const { pendingMs } = options
    // The option is its own page's alone: another page that is opened meanwhile has its skeleton.
    options.pendingMs = Number.POSITIVE_INFINITY
    try {
      await router.navigate({ ...address, replace: true, resetScroll: false, ignoreBlocker: true })
    } finally {
      // A second call finds it set, and leaves the reset to the first.
      if (pendingMs !== Number.POSITIVE_INFINITY) options.pendingMs = pendingMs
    }
  }
}
