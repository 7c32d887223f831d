import { randomUUID } from 'node:crypto'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import { dayOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { CardRefused } from '../../payments/provider-errors.ts'
import { ensureCustomer, type PaymentTools } from '../payments/customers.service.ts'
import { attemptPayment } from '../payments/intents.service.ts'
import * as payments from '../payments/payment-rows.service.ts'
import { refreshPayment } from '../payments/payments.service.ts'
import { maxTries, mayTryAgain, nextTryOn } from './card-tries.ts'
import { graceOf } from './grace.ts'
import { remind } from './plan-mails.service.ts'
import { isCharged, isLeaving, payByPix } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'

/**
 * Charges the month that is due to the plan's card: by one intent for each month, which takes the money once however often it is confirmed. A try whose answer
 * is not known is read until it is over, before the next one begins.
 */
export async function chargeMonth(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const known = await school.tx((db) => findRenewal(db, tools))
  if (known?.status === 'processing') await refreshPayment(school, known, tools)
  await school.tx((db) => judgeRefusal(db, tools))
  const begun = await school.tx((db) => beginTry(db, tools))
  if (!begun) return
  const customer = await ensureCustomer(school, provider, tools)
  try {
    await attemptPayment(school, { payment: begun, customer, isOffSession: true }, provider, tools)
  } catch (error) {
    // The refusal is recorded with the payment.
    if (!(error instanceof CardRefused)) throw error
  }
  await school.tx((db) => judgeRefusal(db, tools))
}

/** Tells whether a month of the row is due that we charge to a card. */
const isDue = (row: queries.SubscriptionRow | undefined, now: Date): row is queries.SubscriptionRow =>
  row !== undefined &&
  isCharged(row) &&
  !isLeaving(row) &&
  (row.utc_charges_from === null || row.utc_charges_from <= now) &&
  row.next_plan_id !== 'onDemand' &&
  row.utc_paid_until <= now &&
  (row.utc_grace_ends_on === null || row.utc_grace_ends_on > now)

/** Finds the payment of the month that is due, once there is one. */
async function findRenewal(db: SchoolDb, { now }: Clock) {
  const row = await queries.findSubscription(db)
  if (!isDue(row, now()) || !row.payment_id) return undefined
  const payment = await payments.findById(db, row.payment_id)
  return payment?.purpose === 'renewal' ? payment : undefined
}

/** Begins the grace with the first refusal, and ends the tries of a card that its bank refuses for good, or whose payer has to confirm. */
async function judgeRefusal(db: SchoolDb, tools: PaymentTools): Promise<void> {
  const row = await queries.lockSubscription(db)
  const payment = row?.payment_id ? await payments.findById(db, row.payment_id) : undefined
  if (!isDue(row, tools.now()) || payment?.purpose !== 'renewal' || payment.status !== 'failed') return
  if (payment.fault === 'not_confirmed') return
  const card = row.method_id ? await payments.findCard(db, row.method_id) : undefined
  const isStopped = payment.method === card?.stripe_id && !mayTryAgain(payment.fault) && row.tries < maxTries
  const graceEndsOn = row.utc_grace_ends_on ?? graceOf(tools.now())
  await queries.updateSubscription(db, { utc_grace_ends_on: graceEndsOn, ...(isStopped && { tries: maxTries }) })
  // The first reminder of the grace is about the first refusal.
  if (isStopped && row.utc_grace_ends_on) await remind(db, { row, graceEndsOn, number: 'stopped' }, tools)
}

/** @returns the payment with the try that the caller has to make; undefined where none is due */
async function beginTry(db: SchoolDb, { now }: Clock): Promise<payments.PaymentRow | undefined> {
  const moment = now()
  const known = await queries.findSubscription(db)
  // A payment is locked before its plan, because settling a payment locks them in this order.
  const payment = known?.payment_id ? await payments.lockById(db, known.payment_id) : undefined
  const row = await queries.lockSubscription(db)
  if (!isDue(row, moment) || row.payment_id !== known?.payment_id) return undefined
  const card = row.method_id ? await payments.findCard(db, row.method_id) : undefined
  if (!card) {
    // The card is gone. Another one may pay a renewal that is open.
    if (!payment) await queries.updateSubscription(db, payByPix)
    return undefined
  }
  const due = nextTryOn(row, payment, moment)
  if (!due || due > moment) return undefined
  if (payment && payment.status !== 'canceled') {
    if (payment.purpose !== 'renewal' || payment.status !== 'failed') return undefined
    await payments.updatePayment(db, payment.id, {
      attempt: payment.attempt + 1,
      method: card.stripe_id,
      status: 'processing',
      fault: '',
      utc_tried_on: moment,
      utc_look_on: null,
    })
    if (payment.fault !== 'not_confirmed') await queries.updateSubscription(db, { tries: row.tries + 1 })
    return (await payments.findById(db, payment.id))!
  }
  const planId = row.invoice_plan_id ?? (row.next_plan_id as PaidPlanId)
  const id = (await payments.insertPayment(db, {
    key: `renewal-${dayOf(row.utc_paid_until)}-${randomUUID().slice(0, 8)}`,
    item: planId,
    purpose: 'renewal',
    month: dayOf(row.utc_paid_until),
    way: 'card',
    cents: String(plans[planId].eachMonth),
    status: 'processing',
    method: card.stripe_id,
    saves_card: false,
    utc_created_on: moment,
    utc_tried_on: moment,
  }))!
  await queries.updateSubscription(db, { payment_id: id, invoice_plan_id: planId, tries: row.tries + 1 })
  return (await payments.findById(db, id))!
}
