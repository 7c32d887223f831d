let awaited: string | undefined

/** The lesson that opens next: its video starts by itself, because the previous lesson led there. */
export const startWhenOpened = (contentId: string) => {
  // A video that begins by itself moves; who wants little of that begins it.
  awaited = matchMedia('(prefers-reduced-motion: reduce)').matches ? undefined : contentId
}

/** Says whether the lesson was opened automatically. It counts once, and for the next lesson that is opened. */
export function takeAutoStart(contentId: string): boolean {
  const isIt = awaited === contentId
  awaited = undefined
  return isIt
}
