import { failedSignIns } from '@escola/contract/limits'

const mostKept = 50_000

/**
 * Counts sign-ins that have not succeeded, before any password is hashed, so that guesses that come at once are counted as well. No
 * stranger locks anybody out: the limit of one address is its own, and an address that has signed in to an e-mail before is not held up
 * by what others try. Each process keeps its own count, so that no store has to be there.
 */
export class SignInAttempts {
  readonly #now: () => number
  readonly #open = new Map<string, number[]>()
  readonly #familiar = new Set<string>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** @returns false when there were too many; then nothing is counted */
  begin(email: string, ip: string): boolean {
    const own = keyOf(email, ip)
    const isFamiliar = this.#familiar.has(own)
    if (this.#recent(own).length >= failedSignIns.fromOneAddress) return false
    if (!isFamiliar && this.#recent(email).length >= failedSignIns.fromStrangers) return false
    this.#add(own)
    if (!isFamiliar) this.#add(email)
    return true
  }

  succeeded(email: string, ip: string) {
    const own = keyOf(email, ip)
    if (!this.#familiar.has(own)) {
      this.#open.set(email, this.#recent(email).slice(0, -1))
      if (this.#familiar.size >= mostKept) this.#familiar.clear()
      this.#familiar.add(own)
    }
    this.#open.delete(own)
  }

  #add(key: string) {
    if (this.#open.size >= mostKept) this.#open.clear()
    this.#open.set(key, [...this.#recent(key), this.#now()])
  }
  #recent(key: string): number[] {
    const since = this.#now() - failedSignIns.minutes * 60_000
    return (this.#open.get(key) ?? []).filter((time) => time > since)
  }
}

/** An IPv6 customer has a whole /64 to choose addresses from. */
const keyOf = (email: string, ip: string) => `${email} ${ip.includes(':') ? networkOf(ip) : ip}`
function networkOf(ip: string): string {
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
