import type { MovementKind } from '@escola/contract/ledger.contract'
import { type PayableItem, pointSwaps } from '@escola/contract/prices'

/**
 * Accounts of a school's ledger. Those of the school, balance and points, are what the platform owes it: positive is the school's. All others
 * are the platform's side.
 */
export type Account =
  | 'balance'
  | 'points'
  | 'promotion'
  | 'adjustment'
  | 'provider'
  | 'dispute'
  | 'revenue.plans'
  | 'revenue.students'
  | 'revenue.domains'
  | 'revenue.sms'

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
  /** Number of students whom it charges; one where left out. */
  quantity?: number
  /** Student whom it is about. */
  userId?: string
  /** Payment that causes it, and what was paid for. */
  payment?: { id: string; item: PayableItem }
}

/** A school's sums and where its ledger stands: what is read under the lock before each movement, and written after it. */
export interface Bank {
  balance_cents: number
  points: number
  /** Number of the last movement, and of the last row of the statement. */
  last_number: number
  last_row: number
  /** Day of the row that shows the latest charges of students, and what these came to. */
  day: string
  day_row: number
  day_cents: number
  day_quantity: number
}

export const emptyLedger: Bank = {
  balance_cents: 0,
  points: 0,
  last_number: 0,
  last_row: 0,
  day: '',
  day_row: 0,
  day_cents: 0,
  day_quantity: 0,
}

/** Row of the statement that shows a movement. */
export interface StatementPlace {
  row: number
  beginsRow: boolean
}

/**
 * Finds out how a bank is after a movement, and which row of the statement shows it: the charges of students of a day share the row that the first of them
 * began.
 */
export function advanceBank(
  bank: Bank,
  { kind, quantity = 1, transfers }: Pick<Movement, 'kind' | 'quantity' | 'transfers'>,
  day: string,
): { bank: Bank; place: StatementPlace } {
  const { cents, points } = effectOf(transfers)
  const today = bank.day === day ? bank : { ...bank, day, day_row: 0, day_cents: 0, day_quantity: 0 }
  const isGrouped = kind === 'students'
  const beginsRow = !isGrouped || today.day_row === 0
  const last_row = bank.last_row + (beginsRow ? 1 : 0)
  const grouped = {
    day_row: today.day_row || last_row,
    day_cents: today.day_cents + cents,
    day_quantity: today.day_quantity + quantity,
  }
  const next = {
    ...today,
    balance_cents: bank.balance_cents + cents,
    points: bank.points + points,
    last_number: bank.last_number + 1,
    last_row,
    ...(isGrouped && grouped),
  }
  return { bank: next, place: { row: isGrouped ? next.day_row : last_row, beginsRow } }
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
