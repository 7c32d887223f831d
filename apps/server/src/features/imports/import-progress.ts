import { LRUCache } from 'lru-cache'
import type { School } from '../../core/scope.ts'
import { findProgress, type ImportRecord } from './imports.queries.ts'

export const pollMs = 500

/** Progress of imports, asked of the database at most so often, however many callers watch it. */
export class ImportProgress {
  readonly #asked = new LRUCache<string, Promise<ImportRecord | undefined>>({ max: 1000, ttl: pollMs })

  find(school: School, id: string): Promise<ImportRecord | undefined> {
    const key = `${school.id}/${id}`
    const cached = this.#asked.get(key)
    if (cached) return cached
    const progress = findProgress(school.read, id)
    this.#asked.set(key, progress)
    return progress
  }
}
