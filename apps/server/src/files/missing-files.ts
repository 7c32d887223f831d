/** Keys that are named and of which a store has nothing: neither a file of that key nor one below it. */
export function missingOf(named: string[], stored: Iterable<string>): string[] {
  const there = new Set<string>()
  for (const key of stored)
    for (let at = key.length; at > 0; at = key.lastIndexOf('/', at - 1)) there.add(key.slice(0, at))
  return named.filter((key) => !there.has(key))
}

const mostShown = 20

/** Counts the files that are missing and names the first of them. */
export function describeMissing(missing: string[], named: number): string {
  const more = missing.length - mostShown
  const shown = missing.slice(0, mostShown).join(', ')
  return `${missing.length} of ${named} files are missing: ${shown}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Says that a store has none of the files that the database names: it is missing, empty or of another installation. A database that names no file
 * fits any store.
 */
export const describeForeignStore = (missing: string[], named: number, place: string): string | undefined =>
  named > 0 && missing.length === named
    ? `The database names ${named} files, and ${place} has none of them: it is missing, empty or of another installation.`
    : undefined
