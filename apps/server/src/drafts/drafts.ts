import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'

/** The published values with the draft laid over them: what the author works on. The same in SQL is authorColumn. */
export const mergeDraft = <T>(schema: z.ZodType<T>, row: { draft: unknown }): T =>
  schema.parse({ ...row, ...(row.draft as object | null) })

/** Values of a row: its columns, which students see, and its author's changes since they were published. */
export interface Kept<T> {
  values: T
  draft: Partial<T> | null
}

/**
 * How wanted values are kept: students see a live row's columns, so what differs from them goes into its draft; any other
 * row is edited directly.
 */
export const splitDraft = <T extends object>(published: T, submitted: T, isLive: boolean): Kept<T> =>
  isLive ? { values: published, draft: diffDraft(published, submitted) } : { values: submitted, draft: null }

/** Difference from the published values; null when there is none. */
function diffDraft<T extends object>(published: T, submitted: T): Partial<T> | null {
  const changed = Object.entries(submitted).filter(
    ([name, value]) => !isDeepStrictEqual(value, published[name as keyof T]),
  )
  return changed.length ? (Object.fromEntries(changed) as Partial<T>) : null
}
