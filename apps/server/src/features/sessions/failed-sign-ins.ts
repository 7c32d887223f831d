import { failedSignIns } from '@escola/contract/limits'

/**
 * Counts failed sign-ins per e-mail, before any password is hashed. It never locks an account for good: the count falls away
 * with time, and each process keeps its own so that no store has to be there.
 */
export class FailedSignIns {
  readonly #failures = new Map<string, number[]>()

  isTooMany(email: string): boolean {
    return this.#recent(email).length >= failedSignIns.count
  }
  record(email: string) {
    if (this.#failures.size > 50_000) this.#failures.clear()
    this.#failures.set(email, [...this.#recent(email), Date.now()])
  }
  forgive(email: string) {
    this.#failures.delete(email)
  }
  #recent(email: string): number[] {
    const since = Date.now() - failedSignIns.minutes * 60_000
    return (this.#failures.get(email) ?? []).filter((time) => time > since)
  }
}
