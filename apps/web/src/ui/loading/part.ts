import { useEffect, useState } from 'react'

/** Code that comes when it is first needed. Unlike React's lazy it may be asked for again when it could not come. */
export interface Part<T> {
  /** Undefined until it has come. */
  readonly ready: T | undefined
  load: () => Promise<T>
}

export function part<T>(importer: () => Promise<T>): Part<T> {
  let ready: T | undefined
  let coming: Promise<T> | undefined
  return {
    get ready() {
      return ready
    },
    load() {
      coming ??= importer().then(
        (loaded) => {
          ready = loaded
          return loaded
        },
        (error: unknown) => {
          coming = undefined
          throw error
        },
      )
      return coming
    },
  }
}

/** Runs a task that a page may need later while it is idle; a failure is left for later. */
export function whenIdle(task: () => Promise<unknown>) {
  const run = () => void task().catch(() => undefined)
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 1000)
}

/** The part, loaded by the first screen that shows it. */
export function usePart<T>(needed: Part<T>) {
  const [{ attempt, hasFailed }, settle] = useState({ attempt: 0, hasFailed: false })
  useEffect(() => {
    if (needed.ready) return
    needed.load().then(
      () => settle({ attempt, hasFailed: false }),
      () => settle({ attempt, hasFailed: true }),
    )
  }, [needed, attempt])
  return { loaded: needed.ready, hasFailed, retry: () => settle({ attempt: attempt + 1, hasFailed: false }) }
}
