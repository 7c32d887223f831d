import { failedSignIns } from '@escola/contract/limits'

const mostKept = 50_000
const windowMs = failedSignIns.minutes * 60_000

/**
 * Counts sign-ins that have not succeeded, before any password is hashed, so that guesses that come at once are counted as well. No
 * outsider locks anybody out: the limit of one address is its own, and an address where the person has proven who they are is not held
 * up by what others try. Each process keeps its own count, so that no store has to be there.
 */
export class SignInAttempts {
  readonly #now: () => number
  readonly #open = new Map<string, number[]>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * @param provenOn when the person last proved who they are at this address; what was tried there before counts no more
   * @returns how many seconds there are to wait, and then nothing is counted; 0 when the password may be looked at
   */
  begin(email: string, ip: string, provenOn?: Date): number {
    const own = keyOf(email, ip)
    const fromHere = this.#waitFor(this.#recent(own, provenOn), failedSignIns.fromOneAddress)
    const fromAll = provenOn ? 0 : this.#waitFor(this.#recent(email), failedSignIns.fromOutsiders)
    if (fromHere || fromAll) return Math.max(fromHere, fromAll)
    this.#add(own)
    if (!provenOn) this.#add(email)
    return 0
  }

  succeeded(email: string, ip: string, provenOn?: Date) {
    this.#open.delete(keyOf(email, ip))
    if (provenOn) return
    const others = this.#recent(email).slice(0, -1)
    if (others.length) this.#open.set(email, others)
    else this.#open.delete(email)
  }

  #add(key: string) {
    if (this.#open.size >= mostKept) this.#open.clear()
    this.#open.set(key, [...this.#recent(key), this.#now()])
  }
  #recent(key: string, after?: Date): number[] {
    const since = Math.max(this.#now() - windowMs, after?.getTime() ?? Number.NEGATIVE_INFINITY)
    return (this.#open.get(key) ?? []).filter((time) => time > since)
  }
  #waitFor(recent: number[], limit: number): number {
    const oldest = recent.at(-limit)
    return oldest === undefined ? 0 : Math.ceil((oldest + windowMs - this.#now()) / 1000)
  }
}

const keyOf = (email: string, ip: string) => `${email} ${networkOf(ip)}`

/** Whom an address belongs to: an IPv6 customer has a whole /64 to choose addresses from. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail = ''] = ip.split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const missing = ip.includes('::') ? 8 - before.length - after.length : 0
  return [...before, ...Array<string>(missing).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
