import type { School } from '../../core/scope.ts'
import { findOutline, type OutlineRow } from './learning.queries.ts'

const remembered = 300

/**
 * Published courses as all their students see them, remembered until the course is written to again: reading a course of many lessons
 * costs more than everything else in a student's call, and it is the same for everybody. Access is never remembered.
 */
export class Outlines {
  readonly #known = new Map<string, { revision: string; outline: OutlineRow }>()

  async of(
    school: School,
    { courseId, revision }: { courseId: string; revision: string },
  ): Promise<OutlineRow | undefined> {
    const key = `${school.id}/${courseId}`
    const known = this.#known.get(key)
    if (known?.revision === revision) return known.outline
    const outline = await school.tx((db) => findOutline(db, courseId))
    if (!outline) return undefined
    // Written anew, so that the first key is the one that has not changed for longest.
    this.#known.delete(key)
    this.#known.set(key, { revision, outline })
    if (this.#known.size > remembered) this.#known.delete(this.#known.keys().next().value!)
    return outline
  }
}
