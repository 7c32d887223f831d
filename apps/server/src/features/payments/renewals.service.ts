import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { noteDue, planNext } from '../../jobs/clock.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { unlessGone } from '../../payments/provider-errors.ts'
import { changePlan } from '../plans/plans.service.ts'
import type { PaymentTools } from './customers.service.ts'
import { askForMonth, giveUpOldCode } from './month-codes.service.ts'
import { remind } from './payment-mails.service.ts'
import * as payments from './payments.queries.ts'
import { giveUpIntent, readIntent } from './payments.service.ts'
import { graceOf, isUnpaid, nextInGrace, remindersDue } from './plan-decision.ts'
import { planOfInvoice } from './plan-prices.service.ts'
import { beginPaidMonth } from './plan-settling.service.ts'
import { cancelAtProvider, findLiving, tellProvider } from './provider-subscription.service.ts'
import { intentParams, noteIntent } from './settling.service.ts'
import { intentOf } from './subscribing.service.ts'
import * as queries from './subscriptions.queries.ts'

const dayMs = 86_400_000
/** Days before the end of a month that was paid by Pix at which the code of the next one comes. */
const codeDays = 5

/** Writes down an invoice of a month that the provider charged, or tried to: a paid one is a payment, and a refused one begins the grace. */
export async function noteInvoice(
  school: School,
  invoice: Stripe.Invoice,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const subscription = invoice.parent?.subscription_details?.subscription
  if (!subscription) return
  const subscriptionId = typeof subscription === 'string' ? subscription : subscription.id
  const isFirst = invoice.billing_reason === 'subscription_create'
  if (invoice.status === 'paid') {
    // The time until a card begins to pay costs nothing.
    if (isFirst && invoice.total === 0) return
    if (isFirst) await noteFirst(school, invoice, provider, tools)
    else await notePaid(school, invoice, provider, tools)
    return endUnwanted(school, subscriptionId, provider)
  }
  if (!isFirst && invoice.status === 'open' && invoice.attempt_count > 0)
    await school.tx((db) => beginGrace(db, { subscriptionId, invoiceId: invoice.id! }, tools))
}

/** The first month is paid by a payment that the school made here. */
async function noteFirst(
  school: School,
  invoice: Stripe.Invoice,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const intentId = intentOf(invoice)
  const payment = intentId && (await school.tx((db) => payments.findByIntent(db, intentId)))
  if (payment) await readIntent(school, { ...payment, intent_id: intentId }, provider, tools)
}

/** A second subscription, which the school began at the same time, is charged no more. */
async function endUnwanted(school: School, subscriptionId: string, provider: PaymentProvider): Promise<void> {
  const row = await school.tx(queries.findSubscription)
  if (row?.stripe_id === subscriptionId) return
  const { metadata } = await provider.ask(({ subscriptions }) => subscriptions.retrieve(subscriptionId))
  if (metadata.school === school.id) await cancelAtProvider(subscriptionId, provider)
}

async function notePaid(
  school: School,
  invoice: Stripe.Invoice,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const intentId = intentOf(invoice)
  const plan = planOfInvoice(invoice)
  if (!intentId || !plan || invoice.amount_paid === 0) return
  const intent = await provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intentId, intentParams))
  const isPix = typeof intent.payment_method !== 'string' && intent.payment_method?.type === 'pix'
  const payment = await school.tx(async (db) => {
    const key = invoiceKey(invoice.id!)
    await payments.insertPayment(db, {
      key,
      item: plan,
      way: isPix ? 'pix' : 'card',
      cents: String(invoice.amount_paid),
      status: 'processing',
      method: '',
      saves_card: false,
      intent_id: intentId,
      invoice_id: invoice.id!,
      utc_created_on: tools.now(),
      utc_tried_on: tools.now(),
    })
    return (await payments.findByKey(db, key))!
  })
  await noteIntent(school, payment, intent, tools)
}

const invoiceKey = (invoiceId: string) => `invoice:${invoiceId}`

/** The first refusal of a renewal sets the end of the grace; later ones of the same renewal change nothing. */
async function beginGrace(
  db: SchoolDb,
  { subscriptionId, invoiceId }: { subscriptionId: string; invoiceId: string },
  tools: PaymentTools,
): Promise<void> {
  const row = await queries.holdSubscription(db)
  if (row?.stripe_id !== subscriptionId || row.pays_with === 'pix') return
  // A grace that has begun before there was an invoice goes on with it.
  if (row.utc_grace_ends_on && row.invoice_id) return
  // It may have been read before it was paid.
  if ((await payments.findByKey(db, invoiceKey(invoiceId)))?.status === 'succeeded') return
  const now = tools.now()
  await queries.updateSubscription(db, {
    invoice_id: invoiceId,
    utc_grace_ends_on: row.utc_grace_ends_on ?? graceOf(now),
  })
  await noteDue(db, jobs.followSubscription, now)
}

/** A payer who has taken back the mandate in their bank's program pays the months to come with codes. */
export async function noteMandateEnd(school: School, methodId: string, tools: PaymentTools): Promise<void> {
  const row = await school.tx(queries.findSubscription)
  if (row?.pays_with !== 'pix_auto' || !row.stripe_id) return
  const known = await findLiving(row.stripe_id, requireProvider(tools))
  if (known?.default_payment_method !== methodId) return
  await school.tx(async (db) => {
    const held = await queries.holdSubscription(db)
    if (held?.stripe_id !== row.stripe_id) return
    await queries.updateSubscription(db, { pays_with: 'pix' })
    await noteDue(db, jobs.followSubscription, tools.now())
  })
}

/** The provider has ended a subscription; a grace goes on to its own end. */
export async function noteEnded(school: School, subscriptionId: string, tools: PaymentTools): Promise<void> {
  await school.tx(async (db) => {
    const row = await queries.holdSubscription(db)
    if (row?.stripe_id !== subscriptionId || row.pays_with === 'pix' || row.utc_grace_ends_on) return
    await endPlan(db, tools)
  })
}

async function endPlan(db: SchoolDb, tools: PaymentTools): Promise<void> {
  await queries.deleteSubscription(db)
  await changePlan(db, 'onDemand', tools)
}

/** Does what is due for the school's monthly plan, and plans the next time at which something is. */
export async function followSubscription(school: School, tools: PaymentTools): Promise<void> {
  const provider = requireProvider(tools)
  const row = await school.tx(async (db) => {
    await beginPaidMonth(db, tools)
    return queries.findSubscription(db)
  })
  if (row) await follow(school, row, provider, tools)
  await school.tx((db) =>
    planNext(db, jobs.followSubscription, async () => {
      const current = await queries.findSubscription(db)
      return current && nextMoment(current, tools.now())
    }),
  )
  // The clock is ours: what the provider refuses for good keeps nothing of the above from being done.
  await tellProvider(school, tools)
}

async function follow(
  school: School,
  row: queries.SubscriptionRow,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const now = tools.now()
  const { utc_paid_until: paidUntil } = row
  const isOver = paidUntil <= now
  if (row.next_plan_id === 'onDemand' && isOver) return end(school, row, provider, tools)
  // The grace is ours: it begins and ends whatever the provider says to the rest.
  const graceEndsOn = await school.tx((db) => holdGrace(db, tools))
  if (graceEndsOn && graceEndsOn <= now) return end(school, row, provider, tools)
  if (isCharged(row) && isOver) {
    const living = await findLiving(row.stripe_id!, provider)
    if (living) await noteInvoices(school, { subscriptionId: living.id, since: paidUntil }, provider, tools)
    else if (!graceEndsOn) return end(school, row, provider, tools)
  }
  await giveUpOldCode(school, row, provider, tools)
  if (row.pays_with === 'pix' && row.next_plan_id !== 'onDemand' && codeOn(paidUntil) <= now)
    await askForMonth(school, provider, tools)
  await school.tx((db) => remindOf(db, tools))
}

/** Tells whether the provider charges the months by itself. */
const isCharged = ({ pays_with, stripe_id }: queries.SubscriptionRow) => pays_with !== 'pix' && stripe_id !== null

/** The events of the invoices since the end of the paid month may never have come. */
async function noteInvoices(
  school: School,
  { subscriptionId, since }: { subscriptionId: string; since: Date },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  // The provider's clock and ours may differ a little.
  const gte = Math.floor(since.getTime() / 1000) - 3600
  const made = await provider.ask(({ invoices }) =>
    invoices.list({ subscription: subscriptionId, created: { gte }, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  for (const { id } of made.toReversed()) await noteInvoice(school, await readInvoice(id!, provider), provider, tools)
}

const readInvoice = (id: string, provider: PaymentProvider): Promise<Stripe.Invoice> =>
  provider.ask(({ invoices }) => invoices.retrieve(id, { expand: ['payments'] }))

const codeOn = (paidUntil: Date) => new Date(paidUntil.getTime() - codeDays * dayMs)

/** Begins the grace of a month that is over and not paid. @returns the end of the grace; null without one */
async function holdGrace(db: SchoolDb, tools: PaymentTools): Promise<Date | null> {
  const row = await queries.holdSubscription(db)
  if (!row || row.utc_grace_ends_on || !isUnpaid(row, tools.now())) return row?.utc_grace_ends_on ?? null
  const graceEndsOn = graceOf(row.utc_paid_until)
  await queries.updateSubscription(db, { utc_grace_ends_on: graceEndsOn })
  return graceEndsOn
}

/** Writes the reminders of a grace that are due. */
async function remindOf(db: SchoolDb, tools: PaymentTools): Promise<void> {
  const row = await queries.holdSubscription(db)
  const graceEndsOn = row?.utc_grace_ends_on
  if (!graceEndsOn) return
  const reminders = Math.max(row.reminders, remindersDue(graceEndsOn, tools.now()))
  await queries.updateSubscription(db, { reminders })
  // One that is late says all that the earlier ones would have said.
  if (reminders > row.reminders)
    await remind(db, { planId: row.plan_id, way: row.pays_with, graceEndsOn, number: reminders }, tools)
}

/** The provider charges a month about an hour after the one before is over, and its event says so. Until then it is asked less and less often. */
const leastLookMs = 10 * 60_000
const longestLookMs = 6 * 3_600_000

function nextMoment(row: queries.SubscriptionRow, now: Date): Date {
  if (row.utc_grace_ends_on) return nextInGrace(row.utc_grace_ends_on, row.reminders)
  const late = now.getTime() - row.utc_paid_until.getTime()
  if (isCharged(row) && late >= 0) return new Date(now.getTime() + Math.min(Math.max(late, leastLookMs), longestLookMs))
  const isCodeDue = row.pays_with === 'pix' && row.next_plan_id !== 'onDemand' && row.payment_id === null
  return isCodeDue ? codeOn(row.utc_paid_until) : row.utc_paid_until
}

/** Ends the plan: first nothing can be paid for it any more, and then it is gone. A renewal that was paid in the last moment stays. */
async function end(
  school: School,
  row: queries.SubscriptionRow,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  if (row.invoice_id && !(await voidInvoice(school, row.invoice_id, provider, tools))) return
  if (row.payment_id) {
    const payment = (await school.tx((db) => payments.findById(db, row.payment_id!)))!
    await giveUpIntent(school, payment, provider, tools)
  }
  if (row.stripe_id) await cancelAtProvider(row.stripe_id, provider)
  await school.tx(async (db) => {
    const current = await queries.holdSubscription(db)
    if (!current || current.utc_paid_until.getTime() !== row.utc_paid_until.getTime()) return
    await endPlan(db, tools)
  })
}

/** Makes sure that an invoice takes no money any more. @returns false when it was paid in the meantime */
export async function voidInvoice(
  school: School,
  id: string,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<boolean> {
  const known = await unlessGone(readInvoice(id, provider))
  if (known?.status === 'paid') {
    await noteInvoice(school, known, provider, tools)
    return false
  }
  if (known?.status === 'open') await provider.ask(({ invoices }) => invoices.voidInvoice(id))
  return true
}
