import { isDeepStrictEqual } from 'node:util'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import type { School } from '../../../core/scope.ts'
import type { Clock } from '../../../core/tools.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import { bookMovement, lockBank, type Transfers } from '../../ledger/ledger.service.ts'
import { lockById, type PaymentRow, updatePayment } from '../payments.queries.ts'
import { reverseTransfers, type Taking, takingOf, takingTransfers } from '../purchase.ts'
import { isLost, isUndone } from './dispute-ends.ts'
import * as queries from './returns.queries.ts'

type Held = PaymentRow & { status: 'succeeded' }

/** A refund or a dispute as the provider has it now. */
interface ReturnReading {
  stripeId: string
  kind: queries.ReturnRow['kind']
  cents: number
  /** Row of a refund that was asked for here. */
  returnId?: string | undefined
  /** taken: the money left, and may come back. undone: it came back, or never left. lost: it is gone. appealed: it was lost, and may come back after all. */
  end: 'taken' | 'undone' | 'lost' | 'appealed'
}

/** Lists the refunds of a payment at the provider, and writes down each. */
export async function recordRefunds(school: School, payment: PaymentRow, provider: PaymentProvider, tools: Clock) {
  const refunds = await provider.ask(({ refunds }) =>
    refunds.list({ payment_intent: payment.intent_id!, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  await recordReturns(school, payment, refunds.map(readingOfRefund), tools)
}

const readingOfRefund = ({ id, amount, status, metadata }: Stripe.Refund): ReturnReading => ({
  stripeId: id,
  kind: 'refund',
  cents: amount,
  returnId: metadata?.return,
  end: status === 'failed' || status === 'canceled' ? 'undone' : 'taken',
})

/**
 * Lists the disputes of a payment at the provider, and writes down each. A list that was read before another call has written down more of the payment may be
 * older: an appeal that is over by now would be taken up again.
 */
export async function recordDisputes(
  school: School,
  payment: PaymentRow,
  provider: PaymentProvider,
  tools: Clock,
): Promise<void> {
  const before = await school.tx((db) => queries.listReturns(db, payment.id))
  const disputes = await provider.ask(({ disputes }) =>
    disputes.list({ payment_intent: payment.intent_id!, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  // An inquiry moves no money. It may become a dispute.
  const readings = disputes.filter(({ status }) => !status.startsWith('warning_')).map(readingOfDispute)
  const isCurrent = async (db: SchoolDb) => isDeepStrictEqual(await queries.listReturns(db, payment.id), before)
  if (!(await recordReturns(school, payment, readings, tools, isCurrent)))
    await recordDisputes(school, payment, provider, tools)
}

/** The whole sum of a dispute is gone until it is won. */
const readingOfDispute = (dispute: Stripe.Dispute): ReturnReading => ({
  stripeId: dispute.id,
  kind: 'dispute',
  cents: dispute.amount,
  end: endOf(dispute),
})

function endOf(dispute: Stripe.Dispute): ReturnReading['end'] {
  if (isLost(dispute)) return 'lost'
  if (isUndone(dispute)) return 'undone'
  return dispute.status.startsWith('appeal_') ? 'appealed' : 'taken'
}

/** Writes down a refund that was asked for here. */
export const recordRefund = (school: School, payment: PaymentRow, refund: Stripe.Refund, tools: Clock) =>
  recordReturns(school, payment, [readingOfRefund(refund)], tools)

/** @returns false where the readings are out of date */
const recordReturns = (
  school: School,
  { id }: PaymentRow,
  readings: ReturnReading[],
  tools: Clock,
  isCurrent: (db: SchoolDb) => Promise<boolean> = async () => true,
): Promise<boolean> =>
  school.tx(async (db) => {
    await lockById(db, id)
    if (!(await isCurrent(db))) return false
    // Money that came back is recorded first, so that nothing is taken twice on the way.
    for (const each of readings.toSorted(
      (one, other) => Number(other.end === 'undone') - Number(one.end === 'undone'),
    )) {
      const payment = (await lockById(db, id))!
      if (isPaid(payment)) await recordReturn(db, payment, each, tools)
    }
    return true
  })

const isPaid = (payment: PaymentRow): payment is Held => payment.status === 'succeeded'

/** Writes down the state of a refund or dispute. What was read before the end of one, and comes later, changes nothing. */
async function recordReturn(db: SchoolDb, payment: Held, reading: ReturnReading, tools: Clock): Promise<void> {
  const rows = await queries.listReturns(db, payment.id)
  const known =
    rows.find(({ stripe_id }) => stripe_id === reading.stripeId) ??
    rows.find(({ id, stripe_id }) => stripe_id === null && id === reading.returnId)
  // A dispute over money that a refund already returned has no sum, whichever of the two is reported first.
  if (reading.cents === 0) return
  const found = known ?? (await insert(db, payment, reading, tools))
  if (isOver(found, reading)) return
  const row = await reopen(db, payment, found, tools)
  if (row.stripe_id === null) await queries.updateReturn(db, row.id, { stripe_id: reading.stripeId })
  if (reading.end === 'undone') {
    if (row.state === 'booked') await undoReturn(db, payment, row, tools)
    else await queries.updateReturn(db, row.id, { state: 'given_back' })
  } else if (row.state !== 'booked') await take(db, payment, row, tools)
  if (reading.end === 'lost') await finish(db, payment, row, tools)
  if (reading.kind === 'dispute')
    await updatePayment(db, payment.id, { is_disputed: reading.end === 'taken' || reading.end === 'appealed' })
}

/**
 * A refund that was given up here without an answer of the provider is not over: it may have been made. A lost dispute goes on where it is appealed, or won
 * after that, and a prevented one whose money left only after it was read is lost.
 */
function isOver({ kind, state, stripe_id }: queries.ReturnRow, { end }: ReturnReading): boolean {
  if (state === 'final') return end === 'taken' || end === 'lost'
  return state === 'given_back' && stripe_id !== null && !(kind === 'dispute' && end === 'lost')
}

const insert = (db: SchoolDb, payment: Held, { stripeId, kind, cents }: ReturnReading, { now }: Clock) =>
  queries.insertReturn(db, {
    payment_id: payment.id,
    kind,
    key: stripeId,
    stripe_id: stripeId,
    // The sum exceeds what is left when an earlier refund failed and its failure is not known yet.
    cents: String(cents),
    state: 'asked',
    utc_asked_on: now(),
  })

const accountOf = ({ kind }: queries.ReturnRow) => (kind === 'refund' ? 'provider' : 'dispute')
const isTaken = ({ state }: queries.ReturnRow): boolean => state === 'booked' || state === 'final'
const takenBy = (row: queries.ReturnRow): Taking => ({
  balance: row.balance_cents,
  points: row.points,
  missingPoints: row.missing_points,
  missing: row.missing_cents,
})

/** Takes returned money from the school, with the points and what was given on top in proportion. */
async function take(db: SchoolDb, payment: Held, row: queries.ReturnRow, tools: Clock): Promise<void> {
  const { points: pointsLeft } = await lockBank(db)
  const { cents, returned_cents: before } = payment
  const taken = (await queries.listReturns(db, payment.id)).filter(isTaken).map(takenBy)
  const taking = takingOf(payment.item, { paid: cents, before, now: row.cents, taken, pointsLeft })
  const transfers = takingTransfers(payment.item, taking, { now: row.cents, to: accountOf(row) })
  await book(db, payment, row, { key: keyOf('return', row), kind: row.kind, transfers, reason: row.reason }, tools)
  const { balance, points, missingPoints, missing } = taking
  await queries.updateReturn(db, row.id, {
    state: 'booked',
    balance_cents: String(balance),
    points: String(points),
    missing_points: String(missingPoints),
    missing_cents: String(missing),
  })
  await updatePayment(db, payment.id, { returned_cents: String(before + row.cents) })
}

/** Gives the school exactly what this refund or dispute took from it. */
async function undoReturn(db: SchoolDb, payment: Held, row: queries.ReturnRow, tools: Clock): Promise<void> {
  const transfers = reverseTransfers(
    takingTransfers(payment.item, takenBy(row), { now: row.cents, to: accountOf(row) }),
  )
  const kind = row.kind === 'refund' ? 'refund_failed' : 'dispute_won'
  await book(db, payment, row, { key: `return-given-back:${row.id}`, kind, transfers }, tools)
  await queries.updateReturn(db, row.id, { state: 'given_back' })
  await updatePayment(db, payment.id, { returned_cents: String(payment.returned_cents - row.cents) })
}

/** Lets go of the money of a lost dispute, which was held until now. */
async function finish(db: SchoolDb, payment: Held, row: queries.ReturnRow, tools: Clock): Promise<void> {
  const key = keyOf('return-lost', row)
  await book(db, payment, row, { key, kind: 'dispute_lost', transfers: lostTransfers(row) }, tools)
  await queries.updateReturn(db, row.id, { state: 'final' })
}

/** Holds the money of a lost dispute again, because its bank looks at it once more. */
async function takeUp(db: SchoolDb, payment: Held, row: queries.ReturnRow, tools: Clock): Promise<queries.ReturnRow> {
  const again = { state: 'booked', appeals: row.appeals + 1 } as const
  const transfers = reverseTransfers(lostTransfers(row))
  const key = keyOf('return-appealed', { ...row, ...again })
  await book(db, payment, row, { key, kind: 'dispute', transfers }, tools)
  await queries.updateReturn(db, row.id, again)
  return { ...row, ...again }
}

/** Takes up a dispute again that was over. */
async function reopen(db: SchoolDb, payment: Held, row: queries.ReturnRow, tools: Clock): Promise<queries.ReturnRow> {
  if (row.state === 'final') return takeUp(db, payment, row, tools)
  return row.state === 'given_back' && row.stripe_id !== null ? takeAnew(db, row) : row
}

/** Counts another taking, whose movements have keys of their own. */
async function takeAnew(db: SchoolDb, row: queries.ReturnRow): Promise<queries.ReturnRow> {
  const again = { appeals: row.appeals + 1 }
  await queries.updateReturn(db, row.id, again)
  return { ...row, ...again }
}

const lostTransfers = ({ cents }: queries.ReturnRow): Transfers => [
  { from: 'dispute', to: 'provider', unit: 'cents', amount: cents },
]

/** Each appeal takes and gives by itself. */
const keyOf = (step: string, { id, appeals }: queries.ReturnRow) =>
  [step, id, ...(appeals > 0 ? [appeals] : [])].join(':')

const book = (
  db: SchoolDb,
  { id, item }: Held,
  { returned_by }: queries.ReturnRow,
  movement: Pick<Parameters<typeof bookMovement>[1], 'key' | 'kind' | 'transfers' | 'reason'>,
  tools: Clock,
) => bookMovement(db, { ...movement, payment: { id, item }, ...(returned_by && { bookedBy: returned_by }) }, tools)
