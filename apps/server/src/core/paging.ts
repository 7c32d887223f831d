/** Rows of a page in a sorted list. */
export interface PageRange {
  offset: number
  limit: number
  /** The range is counted from the end of the list. */
  fromEnd: boolean
}

/** Computes a page's range, counted from the nearer end of the list, because the database skips the rows before an offset one by one. */
export function pageRangeOf({
  page,
  rowsPerPage,
  total,
}: {
  page: number
  rowsPerPage: number
  total: number
}): PageRange {
  const before = (page - 1) * rowsPerPage
  const limit = Math.max(0, Math.min(rowsPerPage, total - before))
  const after = Math.max(0, total - before - limit)
  return after < before ? { offset: after, limit, fromEnd: true } : { offset: before, limit, fromEnd: false }
}

/** Chooses the direction in which a range is read. */
export const readingOrder = (direction: 'asc' | 'desc', { fromEnd }: PageRange) =>
  (direction === 'asc') === fromEnd ? ('desc' as const) : ('asc' as const)

const idsAtOnce = 10_000

/** Reads all ids that a reader gives in order, some with each statement. */
export async function readAllIds(
  readNext: (place: { after: string; limit: number }) => Promise<string[]>,
): Promise<string[]> {
  const ids: string[] = []
  for (let next = ['0']; next.length > 0; ids.push(...next))
    next = await readNext({ after: ids.at(-1) ?? '0', limit: idsAtOnce })
  return ids
}
