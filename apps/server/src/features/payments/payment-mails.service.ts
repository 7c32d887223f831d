import type { planWays } from '@escola/contract/payments.contract'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import { forecastRun, type RunForecast } from '../charges/student-charges.service.ts'
import { queueMessages } from '../messages/messages.service.ts'
import type { PaymentTools } from './customers.service.ts'
import { listReceivers, type PaymentRow, paidByKeptCard } from './payments.queries.ts'
import { unpaidPlan } from './subscriptions/subscription-states.ts'
import type { SubscriptionRow } from './subscriptions/subscriptions.queries.ts'

type MailTools = Pick<PaymentTools, 'now' | 'billing'>

interface Reminder {
  planId: PaidPlanId
  way: (typeof planWays)[number]
  graceEndsOn: Date
  number: number
}

type Paid = Pick<PaymentRow, 'id' | 'item' | 'way' | 'cents' | 'user_id' | 'method' | 'saves_card'>

/** Sends a receipt of a payment. */
export async function sendReceipt(db: SchoolDb, payment: Paid, tools: Pick<MailTools, 'now'>) {
  const { id, item, way, cents } = payment
  const params = { paymentId: id, item, way, cents, utc_paid_on: tools.now().toISOString() }
  const recipients = await recipientsOf(db, `payment_receipt:${id}`, await payerOf(db, payment))
  await queueMessages(db, { kind: 'payment_receipt', params, recipients }, tools)
}

/** Writes that what is left of a payment goes back by itself. */
export async function notifyOfReturn(db: SchoolDb, payment: Paid, tools: Pick<MailTools, 'now'>) {
  const { id, item, way, cents } = payment
  const recipients = await recipientsOf(db, `payment_returned:${id}`, await payerOf(db, payment))
  await queueMessages(db, { kind: 'payment_returned', params: { paymentId: id, item, way, cents }, recipients }, tools)
}

/** Finds the payer, the only receiver of a payment's mail; null where a card of the school has paid, which is no user's own. */
const payerOf = async (db: SchoolDb, payment: Paid): Promise<string | null> =>
  (await paidByKeptCard(db, payment)) ? null : payment.user_id

/** Lists the payer, or all administrators where there is none or they are no administrator any more. */
const recipientsOf = async (db: SchoolDb, key: string, payerId: string | null = null) =>
  (await listReceivers(db, payerId)).map((userId) => ({ userId, dedupeKey: `${key}:${userId}` }))

/** Notifies the administrators that a renewal failed, until when it can be paid, and what the next run charges without the plan. */
export async function remind(
  db: SchoolDb,
  { planId, way, graceEndsOn, number }: Reminder,
  tools: MailTools,
): Promise<void> {
  const forecast = await forecastRun(db, { plan: plans.onDemand, after: graceEndsOn }, tools)
  await queueMessages(
    db,
    {
      kind: 'renewal_failed',
      params: { planId, way, ...forecast, utc_ends_on: graceEndsOn.toISOString() },
      recipients: await recipientsOf(db, `renewal_failed:${graceEndsOn.toISOString()}:${number}`),
    },
    tools,
  )
}

/** Computes what the next run charges of a school whose plan ends now. */
export const forecastEnd = (db: SchoolDb, tools: MailTools): Promise<RunForecast> =>
  forecastRun(db, { plan: plans.onDemand, after: tools.now() }, tools)

/** Notifies the administrators that the plan is gone, which month was not paid or that the provider has ended it, and what the next run charges. */
export async function notifyOfEnd(
  db: SchoolDb,
  { row, forecast }: { row: SubscriptionRow; forecast: RunForecast },
  tools: Pick<MailTools, 'now'>,
): Promise<void> {
  const isUnpaid = row.utc_grace_ends_on !== null
  const planId = isUnpaid ? unpaidPlan(row) : row.plan_id
  await queueMessages(
    db,
    {
      kind: 'plan_ended',
      params: { planId, isUnpaid, ...forecast, utc_ended_on: tools.now().toISOString() },
      recipients: await recipientsOf(db, `plan_ended:${(row.utc_grace_ends_on ?? row.utc_paid_until).toISOString()}`),
    },
    tools,
  )
}

/** Notifies the administrators that the code of the next month is there. */
export async function notifyOfCode(
  db: SchoolDb,
  { payment, planId, paidUntil }: { payment: Pick<PaymentRow, 'id' | 'cents'>; planId: PaidPlanId; paidUntil: Date },
  tools: MailTools,
): Promise<void> {
  await queueMessages(
    db,
    {
      kind: 'plan_pix_code',
      params: { planId, cents: payment.cents, utc_paid_until: paidUntil.toISOString() },
      recipients: await recipientsOf(db, `plan_pix_code:${payment.id}`),
    },
    tools,
  )
}
