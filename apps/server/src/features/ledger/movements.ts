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

type Move = `${Account} > ${Account}`

const takings = ['balance > promotion', 'promotion > balance', 'points > promotion'] as const satisfies Move[]
const givings = ['promotion > balance', 'balance > promotion', 'promotion > points'] as const satisfies Move[]

/** First part of the key of each kind of movement, and the accounts between which it moves something. The nightly proof compares every row with them. */
export const movementRules: Record<MovementKind, { keys: string[]; moves: Move[] }> = {
  swap: { keys: ['swap'], moves: ['points > promotion', 'promotion > balance'] },
  adjustment: { keys: ['adjustment'], moves: ['adjustment > balance', 'balance > adjustment'] },
  students: { keys: ['students'], moves: ['balance > revenue.students'] },
  import_undone: { keys: ['import_undone'], moves: ['revenue.students > balance'] },
  domain: { keys: ['domain'], moves: ['balance > revenue.domains'] },
  sms: { keys: ['sms'], moves: ['balance > revenue.sms'] },
  sms_returned: { keys: ['sms_returned'], moves: ['revenue.sms > balance'] },
  pack: { keys: ['payment'], moves: ['provider > balance', 'promotion > balance', 'promotion > points'] },
  plan: { keys: ['payment'], moves: ['provider > revenue.plans'] },
  plan_marked: { keys: ['plan_marked'], moves: ['adjustment > revenue.plans'] },
  refund: { keys: ['return'], moves: ['balance > provider', 'revenue.plans > provider', ...takings] },
  refund_failed: {
    keys: ['return-given-back'],
    moves: ['provider > balance', 'provider > revenue.plans', ...givings],
  },
  dispute: {
    keys: ['return', 'return-appealed'],
    moves: ['balance > dispute', 'revenue.plans > dispute', 'provider > dispute', ...takings],
  },
  dispute_won: {
    keys: ['return-given-back'],
    moves: ['dispute > balance', 'dispute > revenue.plans', ...givings],
  },
  dispute_lost: { keys: ['return-lost'], moves: ['dispute > provider'] },
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
  /** Month whose students it charges. */
  month?: string
  /** Student whom it is about. */
  userId?: string
  /** Payment that causes it, and what was paid for. */
  payment?: { id: string; item: PayableItem }
  /** Plan whose month it gives without a payment. */
  item?: PayableItem
}

/** A school's sums and where its ledger stands: what is read under the lock before each movement, and written after it. */
export interface Bank {
  balance_cents: number
  points: number
  /** Number of the last movement, and of the last row of the statement. */
  last_number: number
  last_row: number
  /** Day of the row that shows the latest charges of students, with the month that they are of: '2026-11-01 2026-10'. And what these came to. */
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
 * Finds out how a bank is after a movement, and which row of the statement shows it: the charges of a month's students of one day share the row that the first
 * of them began, until another month is charged.
 */
export function advanceBank(
  bank: Bank,
  { kind, quantity = 1, month = '', transfers }: Pick<Movement, 'kind' | 'quantity' | 'month' | 'transfers'>,
  day: string,
): { bank: Bank; place: StatementPlace } {
  const { cents, points } = effectOf(transfers)
  const isGrouped = kind === 'students'
  const group = `${day} ${month}`
  const goesOn = isGrouped ? bank.day === group : bank.day.startsWith(day)
  const today = goesOn ? bank : { ...bank, day: isGrouped ? group : day, day_row: 0, day_cents: 0, day_quantity: 0 }
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
