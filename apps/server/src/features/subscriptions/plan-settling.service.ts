import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import type { Settler } from '../payments/customers.service.ts'
import { beginsMonths } from '../payments/intents.service.ts'
import { findById, findCardByProvider, type PaymentRow, updatePayment } from '../payments/payment-rows.service.ts'
import { changePlan } from '../plans/plans.service.ts'
import { keepConsent } from './card-consents.queries.ts'
import { type InvoicedMonth, subscriptionOf } from './invoice-parts.ts'
import { decideMonth, decidePlan, monthOfProvider, nextEnd, type Period } from './plan-settlement.ts'
import * as queries from './subscriptions.queries.ts'

async function readPeriod(invoiceId: string, provider: PaymentProvider): Promise<Period | undefined> {
  const invoice = await provider.ask(({ invoices }) => invoices.retrieve(invoiceId))
  const subscriptionId = subscriptionOf(invoice)
  if (!subscriptionId) return undefined
  const { items } = await provider.ask(({ subscriptions }) => subscriptions.retrieve(subscriptionId))
  const [item] = items.data
  if (!item) return undefined
  return {
    subscriptionId,
    itemId: item.id,
    end: new Date(item.current_period_end * 1000),
    isFirst: invoice.billing_reason === 'subscription_create',
  }
}

/** Makes a key for a payment of a month by Pix. */
export const makeMonthKey = (): string => `month:${crypto.randomUUID()}`

/**
 * Gives the plan that was paid for.
 * @returns false when the payment is for nothing that the school still wants, and goes back
 */
async function givePlan(
  db: SchoolDb,
  payment: PaymentRow,
  period: Period | undefined,
  { now }: Clock,
): Promise<boolean> {
  const moment = now()
  const row = await queries.lockSubscription(db)
  const { plan, begins, changes } = decidePlan(row, payment, period, {
    now: moment,
    firstDay: await queries.findFirstDay(db),
    cardId: payment.way === 'card' ? (await findCardByProvider(db, payment.method))?.id : undefined,
  })
  // Another payment may have begun a plan at the same time.
  const isGiven = plan !== undefined && (!begins || (await queries.insertSubscription(db, begins)))
  const cardId = (begins ?? changes)?.method_id
  if (isGiven && beginsMonths(payment) && cardId && cardId !== row?.method_id)
    await keepConsent(
      db,
      { cardId, cents: plans[plan].eachMonth, userId: payment.user_id },
      { now: () => payment.utc_tried_on },
    )
  if (changes) await queries.updateSubscription(db, changes)
  // A renewal that goes back leaves its month to another one.
  if (!isGiven && payment.month !== null) await updatePayment(db, payment.id, { month: null })
  if (isGiven) await changePlan(db, plan, { now })
  await scheduleJob(db, jobs.followSubscription, moment)
  return isGiven
}

/** Settles a payment of a plan. Its month is read first where the provider's invoice says which one it is. */
export const settlePlan: Settler = async ({ invoice_id }, tools) => {
  const period = invoice_id === null ? undefined : await readPeriod(invoice_id, requireProvider(tools))
  return { lock: queries.lockSubscription, give: (db, payment, clock) => givePlan(db, payment, period, clock) }
}

/** Gives a month whose invoice is paid without money that came here. */
export async function settleFreeMonth(
  db: SchoolDb,
  { subscriptionId, plan, end }: InvoicedMonth & { subscriptionId: string },
  { now }: Clock,
): Promise<void> {
  const row = await queries.lockSubscription(db)
  const isOwn = row?.stripe_id === subscriptionId || row?.left_stripe_id === subscriptionId
  if (!row || !isOwn || end <= row.utc_paid_until) return
  await queries.updateSubscription(db, monthOfProvider(plan, end, row))
  await changePlan(db, plan, { now })
  await scheduleJob(db, jobs.followSubscription, now())
}

/** Reads until when months are paid: the present one, or one in another plan that waits for its end. */
export async function monthsPaidUntil(db: SchoolDb, row: queries.SubscriptionRow): Promise<Date> {
  const payment = row.payment_id ? await findById(db, row.payment_id) : undefined
  return payment?.status === 'succeeded'
    ? nextEnd(row, { firstDay: await queries.findFirstDay(db) })
    : row.utc_paid_until
}

/** Begins a month in another plan that was paid before the present one was over. */
export async function beginPaidMonth(db: SchoolDb, { now }: Clock): Promise<void> {
  const row = await queries.lockSubscription(db)
  if (!row?.payment_id || row.utc_paid_until > now()) return
  const { status, item } = (await findById(db, row.payment_id))!
  if (status !== 'succeeded') return
  const plan = item as PaidPlanId
  const { changes } = decideMonth(row, plan, { now: now(), firstDay: await queries.findFirstDay(db) })
  if (changes) await queries.updateSubscription(db, changes)
  await changePlan(db, plan, { now })
}
