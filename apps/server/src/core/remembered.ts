import { LRUCache } from 'lru-cache'

const mostKept = 20_000

/**
 * Cache of answers that hold for a while, so that many callers within it cause one question. Above its size it drops the answers that were
 * not read for the longest; a failed question is repeated.
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

  /** Latest answer, even when it holds no longer. */
  last(key: string): Promise<Answer> | undefined {
    return this.#kept.get(key)?.answer
  }

  /** Forgets the answers whose keys begin so. */
  forget(beginning: string) {
    for (const key of [...this.#kept.keys()]) if (key.startsWith(beginning)) this.#kept.delete(key)
  }
}
