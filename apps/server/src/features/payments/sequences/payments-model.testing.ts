import { isDeepStrictEqual } from 'node:util'
import { type PackId, packs } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import type { Counting } from './counted-users.testing.ts'

/** Movement of the ledger as it was booked, with the sums that it left. */
export interface Booked {
  key: string
  kind: string
  item: string
  paymentId: string | null
  /** Refund or dispute of the provider. */
  stripeId: string | null
  balance: number
  points: number
}

/** Objects of the provider that are a school's. */
export interface Provided {
  charges: Stripe.Charge[]
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}

/** Movements of a refund or dispute in each of its states. One that came to nothing may never have been reported. */
const kindsOf: Record<string, string[]> = {
  succeeded: ['refund'],
  pending: ['refund'],
  failed: ['', 'refund refund_failed'],
  needs_response: ['dispute'],
  won: ['', 'dispute dispute_won'],
  lost: ['dispute dispute_lost'],
}

/**
 * A purchase is paid where the provider charged it, and waits for its payer where its intent does. A call that went on after its time leaves an intent that
 * waits behind a purchase that failed: its code was shown to no user.
 */
export function stateFits(
  status: string | undefined,
  { isCharged, waits }: { isCharged: boolean; waits: boolean },
): boolean {
  if (isCharged || status === 'succeeded') return isCharged && status === 'succeeded'
  return waits
    ? status === 'requires_action' || status === 'failed'
    : ['failed', 'canceled', undefined].includes(status)
}

/** Sums that a refund or a dispute took. */
interface Taken {
  paymentId: string
  owed: { cents: number; points: number }
  /** Points that were not there, and the cents in their place. */
  missing: { cents: number; points: number }
  balance: number
  points: number
}

/**
 * Model of a school that buys, swaps, spends and has students: which movements there must be follows from the provider and the additions alone, and the sums from
 * their order.
 */
export class PaymentsModel {
  private readonly sums = { balance: 0, points: 0 }
  private readonly taken = new Map<string, Taken>()
  private readonly amounts: Map<string, number>
  private readonly provided: Provided
  private readonly countings: Map<string, Counting>

  constructor(provided: Provided, countings: Counting[]) {
    this.provided = provided
    this.countings = new Map(countings.map((each) => [each.key, each]))
    this.amounts = new Map([...provided.refunds, ...provided.disputes].map(({ id, amount }) => [id, amount]))
  }

  /** @returns sentences of what is wrong */
  judge(movements: Booked[]): string[] {
    const { charges, refunds, disputes } = this.provided
    const packsBooked = movements.filter(({ kind }) => kind === 'pack').length
    const countedKeys = movements.filter(({ kind }) => kind === 'students').map(({ key }) => key)
    const keys = charges.map(({ metadata }) => metadata.payment)
    return [
      ...(packsBooked === charges.length ? [] : [`${charges.length} charges, ${packsBooked} packs given`]),
      ...(isDeepStrictEqual(countedKeys.sort(), [...this.countings.keys()].sort())
        ? []
        : [`additions cost ${[...this.countings.keys()]}, booked are ${countedKeys}`]),
      ...(new Set(keys).size === keys.length ? [] : ['a purchase was charged twice']),
      ...[...refunds, ...disputes].flatMap(({ id, status, amount }) => {
        const kinds = movements.filter(({ stripeId }) => stripeId === id).map(({ kind }) => kind)
        const isFit = (amount > 0 ? kindsOf[status!] : [''])?.includes(kinds.join(' '))
        return isFit ? [] : [`${id} is ${status} and has ${kinds.join(' ') || 'no movement'}`]
      }),
      ...movements.flatMap((each) => {
        this.book(each)
        const { balance, points } = this.sums
        const isFit = balance === each.balance && points === each.points && points >= 0
        return isFit ? [] : [`${each.kind} leaves ${each.balance} and ${each.points}, not ${balance} and ${points}`]
      }),
    ]
  }

  private book({ key, kind, item, paymentId, stripeId }: Booked) {
    if (kind === 'pack') this.add(packs[item as PackId].cents, packs[item as PackId].points)
    if (kind === 'swap') this.add(100, -100)
    // A message that costs more than there is was to be refused.
    if (kind === 'sms') this.add(this.sums.balance >= 75 ? -75 : Number.NaN, 0)
    if (kind === 'students') this.count(this.countings.get(key))
    if (kind === 'refund' || kind === 'dispute') this.take(item as PackId, paymentId!, stripeId!)
    if (kind === 'refund_failed' || kind === 'dispute_won') {
      const { balance, points } = this.taken.get(stripeId!)!
      this.add(balance, points)
      this.taken.delete(stripeId!)
    }
  }

  /** An addition by hand that costs more than there is was to be refused. */
  private count(counting: Counting | undefined) {
    const { cents, mayOwe } = counting ?? { cents: Number.NaN, mayOwe: true }
    this.add(mayOwe || this.sums.balance >= cents ? -cents : Number.NaN, 0)
  }

  private take(item: PackId, paymentId: string, stripeId: string) {
    const { price, cents, points } = packs[item]
    // A return that failed or was won takes nothing, and counts for nothing.
    const others = [...this.taken].filter(([, each]) => each.paymentId === paymentId)
    const returned = others.reduce((sum, [id]) => sum + this.amounts.get(id)!, this.amounts.get(stripeId)!)
    const owedOf = (whole: number, unit: 'cents' | 'points') =>
      others.reduce((owed, [, each]) => owed - each.owed[unit], Math.round((whole * returned) / price))
    const owed = { cents: Math.max(0, owedOf(cents, 'cents')), points: Math.max(0, owedOf(points, 'points')) }
    const there = Math.min(owed.points, this.sums.points)
    const missingOf = (unit: 'cents' | 'points') => others.reduce((sum, [, { missing }]) => sum + missing[unit], 0)
    const missing = { cents: 0, points: owed.points - there }
    missing.cents = Math.max(0, Math.round((missingOf('points') + missing.points) * 2.5) - missingOf('cents'))
    const balance = owed.cents + missing.cents
    this.add(-balance, -there)
    this.taken.set(stripeId, { paymentId, owed, missing, balance, points: there })
  }

  private add(balance: number, points: number) {
    this.sums.balance += balance
    this.sums.points += points
  }
}
