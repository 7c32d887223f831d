import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../../core/scope.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import { ensureCustomer, type PaymentTools } from '../customers.service.ts'
import { confirmIntent, makeOwnIntent } from '../intents.service.ts'
import { tellOfCode } from '../payment-mails.service.ts'
import * as payments from '../payments.queries.ts'
import { giveUpIntent, readIntent } from '../payments.service.ts'
import { noteIntent } from '../settling.service.ts'
import { graceOf } from './plan-decision.ts'
import { makeMonthKey } from './plan-settling.service.ts'
import * as queries from './subscriptions.queries.ts'

/** Gives up a code that pays for another plan than the school wants now, or that a card has taken the place of, and forgets one that was given up. */
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
    if (row?.pays_with === 'pix' && payment.item === row.next_plan_id) return
    await giveUpIntent(school, payment, provider, tools)
  }
  await school.tx(async (db) => {
    const held = await queries.holdSubscription(db)
    const isOver = ['canceled', 'failed'].includes((await payments.findById(db, payment_id))!.status)
    if (held?.payment_id === payment_id && isOver) await queries.updateSubscription(db, { payment_id: null })
  })
}

/** Least time for which the provider shows a code. */
const leastSeconds = 60

/**
 * Makes the code that pays the next month, once; it can be paid until the grace is over. A try that broke off is looked at first: its code may be there. Where
 * it is not, the next try has a key of its own, because the provider answers the key of a failed one as before.
 */
export async function askForMonth(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const asked = await school.tx((db) => holdCode(db, tools))
  if (!asked) return
  const seconds = Math.floor((asked.graceEndsOn.getTime() - tools.now().getTime()) / 1000)
  const looked =
    asked.isNew || hasCode(asked.payment) ? asked.payment : await look(school, asked.payment, provider, tools)
  if (looked.status === 'canceled') {
    await giveUpOldCode(school, { payment_id: looked.id }, provider, tools)
    return askForMonth(school, provider, tools)
  }
  const shown = hasCode(looked) || seconds < leastSeconds ? looked : await show(school, asked, seconds, provider, tools)
  // An event may have told of the code first, so its mail is written whenever it is there; the mail's own key makes it one.
  if (shown.status === 'requires_action') await school.tx((db) => tellOfCode(db, asked, tools))
}

const hasCode = ({ status }: payments.PaymentRow) => status === 'requires_action' || status === 'succeeded'

const look = async (school: School, payment: payments.PaymentRow, provider: PaymentProvider, tools: PaymentTools) =>
  payment.intent_id === null
    ? payment
    : (await readIntent(school, { ...payment, intent_id: payment.intent_id }, provider, tools)).payment

async function show(
  school: School,
  { payment: known, isNew }: Pick<Asked, 'payment' | 'isNew'>,
  seconds: number,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<payments.PaymentRow> {
  const customer = await ensureCustomer(school, provider, tools)
  const payment = isNew ? known : await school.tx((db) => tryAgain(db, known.id, tools))
  const intentId = payment.intent_id ?? (await makeCode(school, { payment, customer }, provider))
  // Another run has begun a try meanwhile, and shows its code.
  if (intentId === undefined) return (await school.tx((db) => payments.findById(db, payment.id)))!
  const intent = await confirmIntent(school, { ...payment, intent_id: intentId }, provider, seconds)
  return noteIntent(school, payment, intent, tools)
}

/** @returns an intent that can't be paid until it is confirmed; undefined when the try is not the last one any more */
async function makeCode(
  school: School,
  { payment, customer }: { payment: payments.PaymentRow; customer: string },
  provider: PaymentProvider,
): Promise<string | undefined> {
  const made = await makeOwnIntent(school, { payment, customer }, provider)
  return (await school.tx((db) => payments.keepIntent(db, payment, made))) ? made.intent_id : undefined
}

async function tryAgain(db: SchoolDb, id: string, { now }: PaymentTools): Promise<payments.PaymentRow> {
  const { attempt } = (await payments.holdById(db, id))!
  const values = { attempt: attempt + 1, status: 'processing', fault: '', utc_tried_on: now() }
  await payments.updatePayment(db, id, values)
  return (await payments.findById(db, id))!
}

interface Asked {
  payment: payments.PaymentRow
  isNew: boolean
  planId: PaidPlanId
  paidUntil: Date
  graceEndsOn: Date
}

/** @returns the payment of the next month, which is made where there is none; undefined when the school wants none */
async function holdCode(db: SchoolDb, tools: PaymentTools): Promise<Asked | undefined> {
  const row = await queries.holdSubscription(db)
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
