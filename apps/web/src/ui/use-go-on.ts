import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useMounted } from '../autosave/use-mounted.ts'

/**
 * Another address for what stays on the screen. It is made ready first: where it took its time, a skeleton would stand in for the editor, and
 * what is typed meanwhile would have nowhere to go.
 * Who leaves in the meantime is left alone.
 */
export function useGoOn() {
  const router = useRouter()
  const mounted = useMounted()
  return async (address: NavigateOptions) => {
    const here = router.latestLocation
    await router.preloadRoute(address as Parameters<typeof router.preloadRoute>[0]).catch(() => undefined)
    if (mounted.current && router.latestLocation === here)
      await router.navigate({ ...address, replace: true, resetScroll: false, ignoreBlocker: true })
  }
}
