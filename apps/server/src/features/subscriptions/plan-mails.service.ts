import { type PaidPlanId, plans } from '@escola/contract/prices'
import { dayOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { BillingTools, Clock } from '../../core/tools.ts'
import { forecastRun, type RunForecast } from '../charges/student-charges.service.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { recipientsOf } from '../payments/payment-mails.service.ts'
import { type CardRow, findById, type PaymentRow } from '../payments/payment-rows.service.ts'
import { asksPayer } from './card-tries.ts'
import { unpaidPlan, wayOf } from './subscription-states.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

interface Reminder {
  row: SubscriptionRow
  graceEndsOn: Date
  /** Number of the grace's reminder, or the reason for one beside them. */
  number: number | string
}

/** Notifies the administrators that a renewal failed, until when it can be paid, and what the next run charges without the plan. */
export async function remind(db: SchoolDb, { row, graceEndsOn, number }: Reminder, tools: BillingTools): Promise<void> {
  const payment = row.payment_id ? await findById(db, row.payment_id) : undefined
  const isWaiting = payment?.purpose === 'renewal' && (payment.status === 'requires_action' || asksPayer(payment.fault))
  const forecast = await forecastRun(db, { plan: plans.onDemand, after: graceEndsOn }, tools)
  await queueMessages(
    db,
    {
      kind: 'renewal_failed',
      params: {
        planId: unpaidPlan(row),
        way: wayOf(row),
        ...forecast,
        utc_ends_on: graceEndsOn.toISOString(),
        confirms: isWaiting ? payment.key : '',
      },
      recipients: await recipientsOf(db, `renewal_failed:${graceEndsOn.toISOString()}:${number}`),
    },
    tools,
  )
}

/** Computes what the next run charges of a school whose plan ends now. */
export const forecastEnd = (db: SchoolDb, tools: BillingTools): Promise<RunForecast> =>
  forecastRun(db, { plan: plans.onDemand, after: tools.now() }, tools)

/** Notifies the administrators that the plan is gone, which month was not paid or that the provider has ended it, and what the next run charges. */
export async function notifyOfEnd(
  db: SchoolDb,
  { row, forecast }: { row: SubscriptionRow; forecast: RunForecast },
  tools: Clock,
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

/** Warns the administrators that the plan's card will have expired when the next month is charged. */
export async function warnOfExpiry(
  db: SchoolDb,
  { row, card }: { row: SubscriptionRow; card: CardRow },
  tools: Clock,
): Promise<void> {
  const { last_4_digits, expires } = card
  await queueMessages(
    db,
    {
      kind: 'plan_card_expires',
      params: {
        planId: row.next_plan_id as PaidPlanId,
        last_4_digits,
        expires,
        utc_paid_until: row.utc_paid_until.toISOString(),
      },
      recipients: await recipientsOf(db, `plan_card_expires:${card.id}:${dayOf(row.utc_paid_until)}`),
    },
    tools,
  )
}

/** Notifies the administrators that the code of the next month is there. */
export async function notifyOfCode(
  db: SchoolDb,
  { payment, planId, paidUntil }: { payment: Pick<PaymentRow, 'id' | 'cents'>; planId: PaidPlanId; paidUntil: Date },
  tools: BillingTools,
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
