import type { Platform } from '@escola/db'
import { AsyncCache } from '../../core/async-cache.ts'
import type { Clock } from '../../core/tools.ts'
import { listServed } from './domains.queries.ts'

const cacheMs = 1000

/**
 * Domains under which schools are served, kept in memory: a visitor may make the proxy ask, for as many names as they like. However many ask, the
 * list is read once a second at most. While the database is away, what was served last still is.
 */
export class ServedDomains {
  readonly #tools: Clock & { platform: Platform }
  readonly #lists = new AsyncCache<Set<string>>(cacheMs)
  #latest = new Set<string>()

  constructor(tools: Clock & { platform: Platform }) {
    this.#tools = tools
  }

  async has(domain: string): Promise<boolean> {
    const { now, platform } = this.#tools
    const reading = this.#lists.fetch('', now().getTime(), async () => new Set(await listServed(platform)))
    try {
      const names = await reading
      // A list that was asked for before a change is not kept after it.
      if (this.#lists.last('') === reading) this.#latest = names
      return names.has(domain)
    } catch (error) {
      if (this.#latest.has(domain)) return true
      throw error
    }
  }

  /** Makes a change visible at once on this process; the others see it within a second. */
  forget() {
    this.#lists.forget('')
    this.#latest = new Set()
  }
}
