import { isNamespace } from '@escola/contract/namespaces'
import { isId } from '@escola/contract/wire'
import { basePathOf } from '../../core/base-path.ts'
import { isOwnHost } from '../../core/own-hosts.ts'
import { Remembered } from '../../core/remembered.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { findMovedSchool, findSchool, type SchoolAsk, type SchoolRow } from './schools.queries.ts'

interface Address {
  domain: string
  pathname: string
}

/** An address names the same school for everybody, so its row is remembered this long. */
const rememberMs = 1000

/** Which school an address names. */
export class SchoolAddresses {
  readonly #tools: Pick<PlatformTools, 'config' | 'platform' | 'now'>
  readonly #known = new Remembered<SchoolRow | undefined>(rememberMs)

  constructor(tools: Pick<PlatformTools, 'config' | 'platform' | 'now'>) {
    this.#tools = tools
  }

  /** '/escola/12/…', '/namespace/…', or a domain of the school's own. */
  askOf({ domain, pathname }: Address): SchoolAsk {
    const [first, second] = pathname.split('/').filter(Boolean)
    const host = domain.toLowerCase().replace(/:\d+$/, '')
    if (host && !isOwnHost(this.#tools.config, host)) return { domain: host }
    if (first === 'escola' && second && isId(second)) return { id: second }
    return { namespace: (first ?? '').toLowerCase() }
  }

  /** The school that an address names; for what is said of it to anybody. */
  schoolAt(address: Address): Promise<SchoolRow | undefined> {
    return this.schoolOf(this.askOf(address))
  }

  schoolOf(ask: SchoolAsk): Promise<SchoolRow | undefined> {
    return this.#known.of(keyOf(ask), this.#tools.now().getTime(), () => this.#find(ask))
  }

  /** What was last found, however long ago; nothing is asked. */
  lastOf(ask: SchoolAsk): Promise<SchoolRow | undefined> | undefined {
    return this.#known.last(keyOf(ask))
  }

  /** Where the school that an address names begins, and the rest of it; nothing needs to be looked up for that. */
  split(address: Address): { base: string; place: string } {
    const ask = this.askOf(address)
    const count = 'id' in ask ? 2 : 'namespace' in ask && isNamespace(ask.namespace) ? 1 : 0
    const segments = address.pathname.split('/')
    return { base: segments.slice(0, count + 1).join('/'), place: `/${segments.slice(count + 1).join('/')}` }
  }

  /** Where a page of a school that has changed its namespace is now; undefined for any other. */
  async movedTo(address: Address): Promise<string | undefined> {
    const ask = this.askOf(address)
    const school = 'namespace' in ask ? await this.schoolOf(ask) : undefined
    if (!school || !('namespace' in ask) || school.namespace === ask.namespace) return undefined
    return `${basePathOf(school)}${this.split(address).place}`
  }

  /** What was changed is seen at once on this process; on the others within a second. */
  forget() {
    this.#known.forget('')
  }

  async #find(ask: SchoolAsk): Promise<SchoolRow | undefined> {
    const { platform } = this.#tools
    const school = await findSchool(platform, ask)
    return school ?? ('namespace' in ask && ask.namespace ? findMovedSchool(platform, ask.namespace) : undefined)
  }
}

const keyOf = (ask: SchoolAsk) => {
  if ('id' in ask) return ask.id
  return 'namespace' in ask ? `/${ask.namespace}` : `//${ask.domain}`
}
