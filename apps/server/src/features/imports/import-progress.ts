import { growingCache } from '../../core/growing-cache.ts'
import type { School } from '../../core/scope.ts'
import { findProgress, type ImportRecord } from './imports.queries.ts'

export const pollMs = 500

/** Progress of imports, asked of the database at most so often, however many callers watch it. */
export class ImportProgress {
  readonly #asked = growingCache<Promise<ImportRecord | undefined>>(1000, pollMs)

  find(school: School, id: string): Promise<ImportRecord | undefined> {
    const key = `${school.id}/${id}`
    const cached = this.#asked.get(key)
    if (cached) return cached
    const progress = findProgress(school.read, id)
    this.#asked.set(key, progress)
    return progress
  }
}
