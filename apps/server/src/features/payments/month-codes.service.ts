import { plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { ensureCustomer, type PaymentTools } from './customers.service.ts'
import { confirmIntent, makeOwnIntent } from './intents.service.ts'
import * as payments from './payments.queries.ts'
import { giveUpIntent } from './payments.service.ts'
import { graceOf } from './plan-decision.ts'
import { tellOfCode } from './plan-mails.service.ts'
import { makeMonthKey } from './plan-settling.service.ts'
import { noteIntent } from './settling.service.ts'
import * as queries from './subscriptions.queries.ts'

/** Gives up a code that pays for another plan than the school wants now, and forgets one that was given up. */
export async function giveUpOldCode(
  school: School,
  { payment_id }: queries.SubscriptionRow,
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
    if (payment.item === row?.next_plan_id) return
    await giveUpIntent(school, payment, provider, tools)
  }
  await school.tx(async (db) => {
    const held = await queries.holdSubscription(db)
    const isOver = ['canceled', 'failed'].includes((await payments.findById(db, payment_id))!.status)
    if (held?.payment_id === payment_id && isOver) await queries.updateSubscription(db, { payment_id: null })
  })
}

/** Makes the code that pays the next month, once; it can be paid until the grace is over. */
export async function askForMonth(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const asked = await school.tx((db) => holdCode(db, tools))
  if (!asked || ['requires_action', 'succeeded'].includes(asked.payment.status)) return
  const { payment, planId, paidUntil } = asked
  const customer = await ensureCustomer(school, provider, tools)
  const made = await makeOwnIntent(school, { payment, customer }, provider)
  await school.tx((db) => payments.updatePayment(db, payment.id, { ...made, status: 'processing', fault: '' }))
  const seconds = Math.floor((graceOf(paidUntil).getTime() - tools.now().getTime()) / 1000)
  const intent = await confirmIntent(school, { ...payment, intent_id: made.intent_id }, provider, seconds)
  await noteIntent(school, payment, intent, tools)
  await school.tx((db) => tellOfCode(db, { paymentId: payment.id, planId, paidUntil }, tools))
}

/** @returns the payment of the next month, which is made where there is none; undefined when the school wants none */
async function holdCode(db: SchoolDb, tools: PaymentTools) {
  const row = await queries.holdSubscription(db)
  if (!row || row.next_plan_id === 'onDemand') return undefined
  const asked = { planId: row.next_plan_id, paidUntil: row.utc_paid_until }
  if (row.payment_id) return { ...asked, payment: (await payments.findById(db, row.payment_id))! }
  const now = tools.now()
  const id = (await payments.insertPayment(db, {
    key: makeMonthKey(),
    item: asked.planId,
    way: 'pix',
    cents: String(plans[asked.planId].eachMonth),
    status: 'processing',
    method: '',
    saves_card: false,
    utc_created_on: now,
    utc_tried_on: now,
  }))!
  await queries.updateSubscription(db, { payment_id: id })
  return { ...asked, payment: (await payments.findById(db, id))! }
}
