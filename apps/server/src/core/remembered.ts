import { LRUCache } from 'lru-cache'

const mostKept = 20_000

/**
 * Answers that hold for a while, so that many who ask the same within it ask once. When there are more than it keeps, those go that nobody has asked
 * for the longest; what failed is asked again.
 */
export class Remembered<Answer> {
  readonly #holdMs: number
  readonly #kept = new LRUCache<string, { until: number; answer: Promise<Answer> }>({ max: mostKept })

  constructor(holdMs: number) {
    this.#holdMs = holdMs
  }

  of(key: string, now: number, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(key)
    if (known && known.until > now) return known.answer
    const answer = ask()
    this.#kept.set(key, { until: now + this.#holdMs, answer })
    answer.catch(() => this.#kept.delete(key))
    return answer
  }

  /** What was answered last, even when it holds no longer. */
  last(key: string): Promise<Answer> | undefined {
    return this.#kept.get(key)?.answer
  }

  /** Whatever its key begins so is asked anew from now on. */
  forget(beginning: string) {
    for (const key of [...this.#kept.keys()]) if (key.startsWith(beginning)) this.#kept.delete(key)
  }
}
