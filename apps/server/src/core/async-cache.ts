import { growingCache } from './growing-cache.ts'

const maxEntries = 20_000

/**
 * Cache of answers that hold for a while, so that many callers within it cause one question. Above its size it drops the answers that were
 * not read for the longest; a failed question is repeated.
 */
export class AsyncCache<Answer> {
  readonly #freshMs: number
  readonly #entries = growingCache<{ until: number; answer: Promise<Answer> }>(maxEntries)

  constructor(freshMs: number) {
    this.#freshMs = freshMs
  }

  fetch(key: string, now: number, ask: () => Promise<Answer>): Promise<Answer> {
    const entry = this.#entries.get(key)
    if (entry && entry.until > now) return entry.answer
    const answer = ask()
    this.#entries.set(key, { until: now + this.#freshMs, answer })
    answer.catch(() => this.#entries.delete(key))
    return answer
  }

  /** Returns the latest answer, even when it has expired. */
  last(key: string): Promise<Answer> | undefined {
    return this.#entries.get(key)?.answer
  }

  /** Forgets the answers whose keys begin so. */
  forget(beginning: string) {
    for (const key of [...this.#entries.keys()]) if (key.startsWith(beginning)) this.#entries.delete(key)
  }
}
