import { hourMs } from '@escola/contract/durations'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { ensureCustomer, type PaymentTools } from '../payments/customers.service.ts'
import { attemptPayment } from '../payments/intents.service.ts'
import * as payments from '../payments/payment-rows.service.ts'
import { giveUpIntent, readIntent } from '../payments/payments.service.ts'
import { nextTryOn } from './card-tries.ts'
import { graceOf } from './grace.ts'
import { notifyOfCode } from './plan-mails.service.ts'
import { makeMonthKey } from './plan-settling.service.ts'
import { isCharged } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'

/** Gives up a code or a charge that pays for another plan than the school wants now, or in another way, and forgets one that was given up. */
export async function giveUpOldCode(
  school: School,
  { payment_id }: Pick<queries.SubscriptionRow, 'payment_id'>,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  if (!payment_id) return
  const { row, payment } = await school.tx(async (db) => ({
    row: await queries.findSubscription(db),
    payment: (await payments.findById(db, payment_id))!,
  }))
  if (payment.status === 'succeeded') return
  if (payment.status !== 'canceled') {
    if (row && isAsked(row, payment)) return
    await giveUpIntent(school, payment, provider, tools)
  }
  await school.tx(async (db) => {
    const held = await queries.lockSubscription(db)
    const isOver = ['canceled', 'failed'].includes((await payments.findById(db, payment_id))!.status)
    if (held?.payment_id === payment_id && isOver) await queries.updateSubscription(db, { payment_id: null })
  })
}

const isAsked = (row: queries.SubscriptionRow, { purpose, item }: payments.PaymentRow) =>
  purpose === 'renewal'
    ? isCharged(row) && item === row.invoice_plan_id && row.next_plan_id !== 'onDemand'
    : row.pays_with === 'pix' && item === row.next_plan_id

/** Least time for which the provider shows a code. */
const leastSeconds = 60

/**
 * Makes the code that pays the next month, once; it can be paid until the grace is over. A try that broke off is looked at first: its code may be there. Where
 * it is not, the next try has a key of its own, because the provider answers the key of a failed one as before.
 */
export async function askForMonth(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const asked = await school.tx((db) => lockCode(db, tools))
  if (!asked) return
  const looked =
    asked.isNew || hasCode(asked.payment) ? asked.payment : await look(school, asked.payment, provider, tools)
  if (looked.status === 'canceled') {
    await giveUpOldCode(school, { payment_id: looked.id }, provider, tools)
    return askForMonth(school, provider, tools)
  }
  const shown = hasCode(looked) ? looked : await show(school, asked, provider, tools)
  // An event may have brought the code first, so its mail is written whenever it is there; the mail's key keeps it from being sent twice.
  if (shown?.status === 'requires_action') await school.tx((db) => notifyOfCode(db, asked, tools))
}

const hasCode = ({ status }: payments.PaymentRow) => status === 'requires_action' || status === 'succeeded'

const look = async (school: School, payment: payments.PaymentRow, provider: PaymentProvider, tools: PaymentTools) =>
  payment.intent_id === null
    ? payment
    : (await readIntent(school, { ...payment, intent_id: payment.intent_id }, provider, tools)).payment

/** @returns undefined while another run makes the code, and where it could not be shown for long enough */
async function show(
  school: School,
  { payment: known, isNew, graceEndsOn }: Asked,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<payments.PaymentRow | undefined> {
  const pixSeconds = Math.floor((graceEndsOn.getTime() - tools.now().getTime()) / 1000)
  if (pixSeconds < leastSeconds) return undefined
  const customer = await ensureCustomer(school, provider, tools)
  const payment = isNew ? known : await school.tx((db) => tryAgain(db, known.id, tools))
  return payment && attemptPayment(school, { payment, customer, pixSeconds }, provider, tools)
}

/** @returns undefined while a try that another run has begun may go on */
async function tryAgain(db: SchoolDb, id: string, { now }: PaymentTools): Promise<payments.PaymentRow | undefined> {
  const known = (await payments.lockById(db, id))!
  const mayTry = known.status === 'failed' || (known.status === 'processing' && payments.isAttemptOver(known, now()))
  if (!mayTry) return undefined
  const values = { attempt: known.attempt + 1, status: 'processing', fault: '', utc_tried_on: now(), utc_look_on: null }
  await payments.updatePayment(db, id, values)
  return (await payments.findById(db, id))!
}

/** Time after which a code is tried again that the provider refused. */
const refusedMs = hourMs

/** Finds when the next month is tried again whose last try may go on still, broke off, or was refused. */
export async function nextTry(db: SchoolDb, row: queries.SubscriptionRow, { now }: Clock): Promise<Date | undefined> {
  const payment = row.payment_id ? await payments.findById(db, row.payment_id) : undefined
  if (payment?.status === 'processing') return payments.attemptEnd(now())
  const isOver = payment?.status === 'failed' || payment?.status === 'canceled'
  if (payment?.purpose === 'renewal') return isOver ? nextTryOn(row, payment, now()) : undefined
  return payment?.status === 'failed' ? new Date(now().getTime() + refusedMs) : undefined
}

interface Asked {
  payment: payments.PaymentRow
  isNew: boolean
  planId: PaidPlanId
  paidUntil: Date
  graceEndsOn: Date
}

/** @returns the payment of the next month, which is made where there is none; undefined when the school wants none */
async function lockCode(db: SchoolDb, tools: PaymentTools): Promise<Asked | undefined> {
  const row = await queries.lockSubscription(db)
  if (row?.pays_with !== 'pix' || row.next_plan_id === 'onDemand') return undefined
  const asked = {
    planId: row.next_plan_id,
    paidUntil: row.utc_paid_until,
    graceEndsOn: row.utc_grace_ends_on ?? graceOf(row.utc_paid_until),
  }
  if (row.payment_id) return { ...asked, isNew: false, payment: (await payments.findById(db, row.payment_id))! }
  const now = tools.now()
  const id = (await payments.insertPayment(db, {
    key: makeMonthKey(),
    item: asked.planId,
    purpose: 'month_code',
    way: 'pix',
    cents: String(plans[asked.planId].eachMonth),
    status: 'processing',
    method: '',
    saves_card: false,
    utc_created_on: now,
    utc_tried_on: now,
  }))!
  await queries.updateSubscription(db, { payment_id: id })
  return { ...asked, isNew: true, payment: (await payments.findById(db, id))! }
}
