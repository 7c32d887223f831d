import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useMounted } from '../autosave/use-mounted.ts'

/**
 * Another address for what stays on the screen. No skeleton may stand in for the editor meanwhile, or what is typed would have nowhere to go:
 * the address is made ready first, and as a slow device takes its time over what is ready, too, nothing stands in for it then.
 * Who leaves in the meantime is left alone.
 */
export function useGoOn() {
  const router = useRouter()
  const mounted = useMounted()
  return async (address: NavigateOptions) => {
    const here = router.latestLocation
    await router.preloadRoute(address as Parameters<typeof router.preloadRoute>[0]).catch(() => undefined)
    if (!mounted.current || router.latestLocation !== here) return
    const [, , route] = router.getMatchedRoutes(router.buildLocation(address).pathname)
    const { options } = route!
    const { pendingMs } = options
    // Its own page's alone: another one that is opened meanwhile has its skeleton.
    options.pendingMs = Number.POSITIVE_INFINITY
    try {
      await router.navigate({ ...address, replace: true, resetScroll: false, ignoreBlocker: true })
    } finally {
      // One that follows at once finds it set, and leaves it to this one.
      if (pendingMs !== Number.POSITIVE_INFINITY) options.pendingMs = pendingMs
    }
  }
}
