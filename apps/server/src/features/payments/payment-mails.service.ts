import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { listTeam } from '../people/team.service.ts'
import { type PaymentRow, paidByKeptCard } from './payments.queries.ts'

type Paid = Pick<PaymentRow, 'id' | 'item' | 'way' | 'cents' | 'user_id' | 'method' | 'saves_card'>

/** Sends a receipt of a payment. */
export async function sendReceipt(db: SchoolDb, payment: Paid, tools: Clock) {
  const { id, item, way, cents } = payment
  const params = { paymentId: id, item, way, cents, utc_paid_on: tools.now().toISOString() }
  const recipients = await recipientsOf(db, `payment_receipt:${id}`, await payerOf(db, payment))
  await queueMessages(db, { kind: 'payment_receipt', params, recipients }, tools)
}

/** Writes that what is left of a payment goes back by itself. */
export async function notifyOfReturn(db: SchoolDb, payment: Paid, tools: Clock) {
  const { id, item, way, cents } = payment
  const recipients = await recipientsOf(db, `payment_returned:${id}`, await payerOf(db, payment))
  await queueMessages(db, { kind: 'payment_returned', params: { paymentId: id, item, way, cents }, recipients }, tools)
}

/** Finds the payer, the only receiver of a payment's mail; null where a card of the school has paid, which is no user's own. */
const payerOf = async (db: SchoolDb, payment: Paid): Promise<string | null> =>
  (await paidByKeptCard(db, payment)) ? null : payment.user_id

/** Lists the payer, or all of the team who have money where there is none or the payer no longer has it. */
export async function recipientsOf(db: SchoolDb, key: string, payerId: string | null = null) {
  const all = await listTeam(db, 'money')
  const userIds = payerId && all.includes(payerId) ? [payerId] : all
  return userIds.map((userId) => ({ userId, dedupeKey: `${key}:${userId}` }))
}
