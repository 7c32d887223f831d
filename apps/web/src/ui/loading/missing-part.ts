import { onlineManager } from '@tanstack/react-query'
import { tabStore } from '../../api/storage.ts'

const name = 'MissingPart'
const pauses = { shortest: 1_000, longest: 30_000 }

/**
 * Marks the failure of a part of the program that could not be fetched. Left in the browser's own words, the router would
 * reload the page at once, and without a connection there would be no page any more.
 */
export function markMissingPart({ payload }: { payload: Error }) {
  payload.message = `A part could not be fetched: ${payload.message}`
  payload.name = name
}

export const isMissingPart = (error: unknown) => error instanceof Error && error.name === name

const fetchPage = async (): Promise<string | undefined> => {
  const response = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  return response?.ok ? response.text() : undefined
}

const key = 'escola.reloaded-from'

/** Replaces the page of an old version, once: its parts are gone after a new version was installed. */
export async function leaveOldBuild() {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const page = await fetchPage()
  if (!entry || !page || page.includes(entry) || tabStore.read(key) === entry) return
  tabStore.write(key, entry)
  location.reload()
}

/** Starts again what browsers never try twice, unless there is nothing to start from. */
export async function reloadWhenReachable() {
  if (await fetchPage()) location.reload()
}

/**
 * Acts each time that the connection is back and the school answers. Browsers say that they are online before the first request gets through, so what
 * fails is asked again after pauses that grow from a second to half a minute.
 * @returns a function that ends the watch
 */
export function watchReachable(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false
  const ask = async (pause: number) => {
    const isReachable = Boolean(await fetchPage())
    if (isEnded || !onlineManager.isOnline()) return
    if (isReachable) act()
    else timer = setTimeout(() => void ask(Math.min(pause * 2, pauses.longest)), pause)
  }
  const unwatch = onlineManager.subscribe((isOnline) => {
    clearTimeout(timer)
    if (isOnline) void ask(pauses.shortest)
  })
  return () => {
    isEnded = true
    unwatch()
    clearTimeout(timer)
  }
}
