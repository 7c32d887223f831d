import { minuteMs } from '@escola/contract/durations'
import { failedSignIns } from '@escola/contract/limits'
import { currentCaller } from '../../core/current-caller.ts'
import { networkOf } from '../../core/networks.ts'
import type { Counters } from '../../http/counter-store.ts'

const windowMs = failedSignIns.minutes * minuteMs
const networkWindowMs = failedSignIns.networkMinutes * minuteMs

/**
 * Counts sign-ins that have not succeeded, before any password is hashed, so that guesses that come at once are counted as well. No
 * outsider locks a person out: the limit of one address is its own, and an address where the person has proven who they are is not held up
 * by what others try.
 */
export class SignInAttempts {
  readonly #counters: Counters
  readonly #kind: string

  /** @param kind is guessed: each has counts of its own */
  constructor(counters: Counters, kind = 'sign-in') {
    this.#counters = counters
    this.#kind = kind
  }

  /**
   * @param provenOn when the person last proved who they are at this address; what was tried there before no longer counts
   * @returns how many seconds there are to wait, and then nothing is counted; 0 when the password may be looked at
   */
  async begin(subject: string, ip: string, provenOn?: Date): Promise<number> {
    const fromAddress = { key: this.#keyOf(subject, ip), max: failedSignIns.fromOneAddress, since: provenOn }
    const fromAll = { key: this.#keyOf(subject), max: failedSignIns.fromOutsiders }
    const { waitMs } = await this.#counters.take(provenOn ? [fromAddress] : [fromAddress, fromAll], windowMs)
    if (waitMs || provenOn) return Math.ceil(waitMs / 1000)
    const networkWaitMs = await this.#takeFromNetwork(ip)
    if (networkWaitMs) for (const { key } of [fromAddress, fromAll]) await this.#counters.giveBack(key)
    return Math.ceil(networkWaitMs / 1000)
  }

  /** Counts for the network, unless callers can't be told apart: its limit would hold up all of them. */
  async #takeFromNetwork(ip: string): Promise<number> {
    if (!currentCaller()) return 0
    const fromNetwork = { key: this.#networkKeyOf(ip), max: failedSignIns.fromOneNetwork }
    return (await this.#counters.take([fromNetwork], networkWindowMs)).waitMs
  }

  /** Takes back an attempt whose password was not looked at after all. */
  async withdraw(subject: string, ip: string, provenOn?: Date) {
    await this.#counters.giveBack(this.#keyOf(subject, ip))
    if (!provenOn) await this.#giveBackOutside(subject, ip)
  }

  async clear(subject: string, ip: string, provenOn?: Date) {
    await this.#counters.clearAttempts(this.#keyOf(subject, ip))
    if (!provenOn) await this.#giveBackOutside(subject, ip)
  }

  async #giveBackOutside(subject: string, ip: string) {
    await this.#counters.giveBack(this.#keyOf(subject))
    await this.#counters.giveBack(this.#networkKeyOf(ip))
  }

  #networkKeyOf(ip: string) {
    return `${this.#kind} from ${networkOf(ip)}`
  }

  #keyOf(subject: string, ip?: string) {
    return `${this.#kind} ${subject}${ip === undefined ? '' : ` ${networkOf(ip)}`}`
  }
}
