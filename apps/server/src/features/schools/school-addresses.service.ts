import { isNamespace } from '@escola/contract/namespaces'
import { isId } from '@escola/contract/wire'
import { AsyncCache } from '../../core/async-cache.ts'
import { basePathOf } from '../../core/base-path.ts'
import { isOwnHost } from '../../core/own-hosts.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { findMovedSchool, findSchool, type SchoolKey, type SchoolRow } from './schools.queries.ts'

interface Address {
  domain: string
  pathname: string
}

/** An address names one school for all callers, so its row is cached this long. */
const cacheMs = 1000

/** Finds the school that an address names. */
export class SchoolAddresses {
  readonly #tools: Pick<PlatformTools, 'config' | 'platform' | 'now'>
  readonly #schools = new AsyncCache<SchoolRow | undefined>(cacheMs)

  constructor(tools: Pick<PlatformTools, 'config' | 'platform' | 'now'>) {
    this.#tools = tools
  }

  /** '/escola/12/…', '/namespace/…', or a domain of the school's own. */
  readSchoolKey({ domain, pathname }: Address): SchoolKey {
    const [first, second] = pathname.split('/').filter(Boolean)
    const host = domain.toLowerCase().replace(/:\d+$/, '')
    if (host && !isOwnHost(this.#tools.config, host)) return { domain: host }
    if (first === 'escola' && second && isId(second)) return { id: second }
    return { namespace: (first ?? '').toLowerCase() }
  }

  /** Finds the school that an address names, for facts that any visitor may know. */
  schoolAt(address: Address): Promise<SchoolRow | undefined> {
    return this.findSchool(this.readSchoolKey(address))
  }

  findSchool(schoolKey: SchoolKey): Promise<SchoolRow | undefined> {
    return this.#schools.fetch(keyOf(schoolKey), this.#tools.now().getTime(), () => this.#find(schoolKey))
  }

  /** Answers the latest row that was found, however long ago, without a question to the database. */
  findLast(schoolKey: SchoolKey): Promise<SchoolRow | undefined> | undefined {
    return this.#schools.last(keyOf(schoolKey))
  }

  /** Splits an address into the school's base and the rest of it, without a question to the database. */
  split(address: Address): { base: string; place: string } {
    const schoolKey = this.readSchoolKey(address)
    const count = 'id' in schoolKey ? 2 : 'namespace' in schoolKey && isNamespace(schoolKey.namespace) ? 1 : 0
    const segments = address.pathname.split('/')
    return { base: segments.slice(0, count + 1).join('/'), place: `/${segments.slice(count + 1).join('/')}` }
  }

  /** Finds where a page of a school that has changed its namespace is today; undefined for any other. */
  async movedTo(address: Address): Promise<string | undefined> {
    const schoolKey = this.readSchoolKey(address)
    const school = 'namespace' in schoolKey ? await this.findSchool(schoolKey) : undefined
    if (!school || !('namespace' in schoolKey) || school.namespace === schoolKey.namespace) return undefined
    // The split leaves a reserved name in the place, also where it was a school's name before it was reserved.
    const { place } = this.split(address)
    return `${basePathOf(school)}${isNamespace(schoolKey.namespace) ? place : place.slice(schoolKey.namespace.length + 1)}`
  }

  /** Makes a change visible at once on this process; the others see it within a second. */
  forget() {
    this.#schools.forget('')
  }

  async #find(schoolKey: SchoolKey): Promise<SchoolRow | undefined> {
    const { platform } = this.#tools
    const school = await findSchool(platform, schoolKey)
    return (
      school ??
      ('namespace' in schoolKey && schoolKey.namespace ? findMovedSchool(platform, schoolKey.namespace) : undefined)
    )
  }
}

const keyOf = (schoolKey: SchoolKey) => {
  if ('id' in schoolKey) return schoolKey.id
  return 'namespace' in schoolKey ? `/${schoolKey.namespace}` : `//${schoolKey.domain}`
}
