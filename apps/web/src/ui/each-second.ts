const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** Clock that all the countdowns of a page share; it has the shape that useSyncExternalStore asks for. */
export const subscribeToSeconds = (listener: () => void) => {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}
