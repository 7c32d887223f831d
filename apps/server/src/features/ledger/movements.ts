import type { MovementKind } from '@escola/contract/ledger.contract'
import { pointSwaps } from '@escola/contract/prices'

/**
 * Accounts of a school's ledger. Those of the school, balance and points, are what the platform owes it: positive is the school's. All others
 * are the platform's side.
 */
export type Account = 'balance' | 'points' | 'promotion' | 'adjustment'

/** Part of a movement: an amount leaves one account for another, so that a movement balances by construction. */
export interface Transfer {
  from: Account
  to: Account
  unit: 'cents' | 'points'
  /** Above zero. */
  amount: number
}

export interface Movement {
  /** Idempotency key: a second booking under it does nothing. */
  key: string
  kind: MovementKind
  transfers: Transfer[]
  /** Words of the platform's administrator who books it. */
  reason?: string
  bookedBy?: string
}

/** Change of a school's two sums, which may be negative. */
export interface Effect {
  cents: number
  points: number
}

/** Adds up what transfers do to the school's own accounts. */
export function effectOf(transfers: Transfer[]): Effect {
  const changeOf = (account: Account) =>
    transfers.reduce((sum, { from, to, amount }) => sum + (to === account ? amount : from === account ? -amount : 0), 0)
  return { cents: changeOf('balance'), points: changeOf('points') }
}

/** Points go and balance comes, by the tier of so many points (part 2 §9). */
export function swapTransfers(points: number): Transfer[] {
  const swap = pointSwaps.find((each) => each.points === points)
  if (!swap) throw new Error(`no swap takes ${points} points`)
  return [
    { from: 'points', to: 'promotion', unit: 'points', amount: swap.points },
    { from: 'promotion', to: 'balance', unit: 'cents', amount: swap.cents },
  ]
}

/** @param cents negative ones are taken from the school */
export const adjustmentTransfers = (cents: number): Transfer[] =>
  cents > 0
    ? [{ from: 'adjustment', to: 'balance', unit: 'cents', amount: cents }]
    : [{ from: 'balance', to: 'adjustment', unit: 'cents', amount: -cents }]
