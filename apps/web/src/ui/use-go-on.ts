import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useMounted } from './use-mounted.ts'

/**
 * Goes on to another address of the same screen. A skeleton in place of the editor would lose the typing, so the address is made ready first, and a
 * slow device shows none while it draws.
 * A user who leaves in the meantime is left alone.
 */
export function useGoOn() {
  const router = useRouter()
  const mounted = useMounted()
  return async (address: NavigateOptions) => {
    const start = router.latestLocation
    await router.preloadRoute(address as Parameters<typeof router.preloadRoute>[0]).catch(() => undefined)
    if (!mounted.current || router.latestLocation !== start) return
    const [, , route] = router.getMatchedRoutes(router.buildLocation(address).pathname)
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
