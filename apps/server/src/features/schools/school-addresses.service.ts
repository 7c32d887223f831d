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

/** An address names one school for all callers, so its row is remembered this long. */
const rememberMs = 1000

/** Finds the school that an address names. */
export class SchoolAddresses {
  readonly #tools: Pick<PlatformTools, 'config' | 'platform' | 'now'>
  readonly #schools = new Remembered<SchoolRow | undefined>(rememberMs)

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

  /** Finds the school that an address names, for facts that any visitor may know. */
  schoolAt(address: Address): Promise<SchoolRow | undefined> {
    return this.schoolOf(this.askOf(address))
  }

  schoolOf(ask: SchoolAsk): Promise<SchoolRow | undefined> {
    return this.#schools.of(keyOf(ask), this.#tools.now().getTime(), () => this.#find(ask))
  }

  /** Answers the latest row that was found, however long ago, without a question to the database. */
  lastOf(ask: SchoolAsk): Promise<SchoolRow | undefined> | undefined {
    return this.#schools.last(keyOf(ask))
  }

  /** Splits an address into the school's base and the rest of it, without a question to the database. */
  split(address: Address): { base: string; place: string } {
    const ask = this.askOf(address)
    const count = 'id' in ask ? 2 : 'namespace' in ask && isNamespace(ask.namespace) ? 1 : 0
    const segments = address.pathname.split('/')
    return { base: segments.slice(0, count + 1).join('/'), place: `/${segments.slice(count + 1).join('/')}` }
  }

  /** Finds where a page of a school that has changed its namespace is today; undefined for any other. */
  async movedTo(address: Address): Promise<string | undefined> {
    const ask = this.askOf(address)
    const school = 'namespace' in ask ? await this.schoolOf(ask) : undefined
    if (!school || !('namespace' in ask) || school.namespace === ask.namespace) return undefined
    return `${basePathOf(school)}${this.split(address).place}`
  }

  /** Makes a change visible at once on this process; the others see it within a second. */
  forget() {
    this.#schools.forget('')
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
