import { LRUCache } from 'lru-cache'
import type { School } from '../../core/scope.ts'
import { findOutline, type OutlineRow } from './learning.queries.ts'

const rememberedBytes = 64 * 1024 * 1024

/**
 * Published courses as all their students see them, remembered until the course is written to again: reading a course of many lessons
 * costs more than everything else in a student's call, and it is the same for everybody. Access is never remembered.
 */
export class Outlines {
  readonly #known = new LRUCache<string, { revision: string; outline: OutlineRow }>({
    maxSize: rememberedBytes,
    // A text in memory takes up to two bytes for each character.
    sizeCalculation: (entry) => JSON.stringify(entry).length * 2,
  })

  async of(
    school: School,
    { courseId, revision }: { courseId: string; revision: string },
  ): Promise<OutlineRow | undefined> {
    const key = `${school.id}/${courseId}`
    const known = this.#known.get(key)
    if (known?.revision === revision) return known.outline
    const outline = await school.tx((db) => findOutline(db, courseId))
    if (outline) this.#known.set(key, { revision, outline })
    return outline
  }
}
