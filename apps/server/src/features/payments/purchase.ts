import { isPack, type PayableItem, packs } from '@escola/contract/prices'
import type { Transfers } from '../ledger/ledger.service.ts'

type Transfer = Transfers[number]

/** Amount that leaves one account for another. */
const cents = (from: Transfer['from'], to: Transfer['to'], amount: number): Transfers =>
  amount > 0 ? [{ from, to, unit: 'cents', amount }] : []
const points = (from: Transfer['from'], to: Transfer['to'], amount: number): Transfers =>
  amount > 0 ? [{ from, to, unit: 'points', amount }] : []

/** Books a paid item: a pack gives balance and points, a part of them on top of what was paid; a plan is the platform's revenue. */
export function purchaseTransfers(item: PayableItem, paid: number): Transfers {
  if (!isPack(item)) return cents('provider', 'revenue.plans', paid)
  return [
    ...cents('provider', 'balance', paid),
    ...cents('promotion', 'balance', packs[item].cents - paid),
    ...points('promotion', 'points', packs[item].points),
  ]
}

/** Sums that a return of money takes from a school. */
export interface Taking {
  /** Cents of the balance, with what the pack gave on top. */
  balance: number
  points: number
  /** Points that were swapped already. */
  missingPoints: number
  /** Cents of the balance in their place. */
  missing: number
}

/** Rounds half up, in whole numbers. */
const shareOf = (whole: number, part: number, of: number) => Math.floor((2 * whole * part + of) / (2 * of))

/** Cents for points that are gone: R$ 0,025 each, rounded half up. */
export const centsForPoints = (missing: number): number => Math.floor((missing * 5 + 1) / 2)

interface Returning {
  /** Cents that were paid. */
  paid: number
  /** Cents that went back before. */
  before: number
  /** Cents that go back now. */
  now: number
  /** Sums of the returns that count still: one that failed between others changes the rounding of what they add up to. */
  taken: Taking[]
  /** Points that the school has. */
  pointsLeft: number
}

/** Takes back in proportion: the share of all that went back so far, less what was taken for it, so that parts add up to the whole. */
export function takingOf(item: PayableItem, { paid, before, now, taken, pointsLeft }: Returning): Taking {
  if (!isPack(item)) return nothing
  const sum = taken.reduce(addTaking, nothing)
  const owedOf = (whole: number, takenBefore: number) => Math.max(0, shareOf(whole, before + now, paid) - takenBefore)
  const owed = owedOf(packs[item].points, sum.points + sum.missingPoints)
  const points = Math.min(owed, Math.max(0, pointsLeft))
  const missingPoints = owed - points
  return {
    balance: owedOf(packs[item].cents, sum.balance),
    points,
    missingPoints,
    missing: Math.max(0, centsForPoints(sum.missingPoints + missingPoints) - sum.missing),
  }
}

const nothing: Taking = { balance: 0, points: 0, missingPoints: 0, missing: 0 }
const addTaking = (one: Taking, other: Taking): Taking => ({
  balance: one.balance + other.balance,
  points: one.points + other.points,
  missingPoints: one.missingPoints + other.missingPoints,
  missing: one.missing + other.missing,
})

/** Moves returned money out of the school, to the payer or into a dispute. */
export function takingTransfers(
  item: PayableItem,
  { balance, points: taken, missing }: Taking,
  { now, to }: { now: number; to: 'provider' | 'dispute' },
): Transfers {
  if (!isPack(item)) return cents('revenue.plans', to, now)
  return [
    ...cents('balance', to, now),
    ...cents('balance', 'promotion', balance - now + missing),
    ...cents('promotion', 'balance', now - balance - missing),
    ...points('points', 'promotion', taken),
  ]
}

/** Moves back what transfers moved. */
export const reverseTransfers = (transfers: Transfers): Transfers =>
  transfers.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from }))
