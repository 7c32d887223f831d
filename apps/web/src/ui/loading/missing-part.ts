import { tabStore } from '../../api/storage.ts'

const name = 'MissingPart'

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
