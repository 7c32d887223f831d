import { dayMs } from '@escola/contract/durations'
import type { PaidPlanId } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import { AppError } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { scheduleJob } from '../../../jobs/scheduled-jobs.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import { unlessGone, unlessSettled } from '../../../payments/provider-errors.ts'
import type { PaymentTools } from '../customers.service.ts'
import * as payments from '../payments.queries.ts'
import { readIntent } from '../payments.service.ts'
import { recordDisputes, recordRefunds } from '../returns/returns.service.ts'
import { intentParams, recordIntent } from '../settling.service.ts'
import { graceOf } from './grace.ts'
import { intentOf, subscriptionOf } from './invoice-parts.ts'
import { monthOfInvoice } from './plan-prices.service.ts'
import { settleFreeMonth } from './plan-settling.service.ts'
import { cancelAtProvider } from './provider-subscription.service.ts'
import * as queries from './subscriptions.queries.ts'

/** Writes down an invoice of a month that the provider charged, or tried to: a paid one is a payment, and a refused one begins the grace. */
export async function recordInvoice(
  school: School,
  invoice: Stripe.Invoice,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const subscriptionId = subscriptionOf(invoice)
  if (!subscriptionId) return
  const isFirst = invoice.billing_reason === 'subscription_create'
  if (invoice.status === 'paid') {
    // The time until a card begins to pay costs nothing.
    if (isFirst && invoice.total === 0) return
    if (isFirst) await recordFirstMonth(school, invoice, provider, tools)
    else await recordPaidRenewal(school, { invoice, subscriptionId }, provider, tools)
    return endUnwanted(school, subscriptionId, provider)
  }
  const isTried = !isFirst && invoice.status === 'open' && invoice.attempt_count > 0
  if (!isTried || (await isBankPaying(invoice, provider))) return
  const refused = { subscriptionId, invoiceId: invoice.id!, planId: monthOfInvoice(invoice)?.plan }
  if (await school.tx((db) => beginGrace(db, refused, tools))) return
  await leaveInvoice(school, invoice, provider)
  await endUnwanted(school, subscriptionId, provider)
}

const isOwn = ({ id }: School, { parent }: Stripe.Invoice) => parent?.subscription_details?.metadata?.school === id

/** Gives up an invoice of a subscription that the school has left: it would stay open for ever, and paying it would buy nothing. */
async function leaveInvoice(school: School, invoice: Stripe.Invoice, provider: PaymentProvider): Promise<void> {
  if (!isOwn(school, invoice)) return
  const id = invoice.id!
  await unlessSettled(
    provider.ask(({ invoices }) => invoices.voidInvoice(id)),
    async () => (await readInvoice(id, provider)).status !== 'open',
  )
}

/** A bank that pays by a mandate takes days, and the provider counts its attempt from the first one on. */
async function isBankPaying(invoice: Stripe.Invoice, provider: PaymentProvider): Promise<boolean> {
  const intentId = intentOf(invoice)
  const intent = intentId && (await unlessGone(provider.ask((stripe) => stripe.paymentIntents.retrieve(intentId))))
  return intent ? intent.status === 'processing' : false
}

/** The first month is paid by a payment that the school made here. */
async function recordFirstMonth(
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

/** A renewal that no intent has paid is one that an operator has marked as paid, or that the customer's credit there has paid: the month counts, and nothing is booked. */
async function recordPaidRenewal(
  school: School,
  { invoice, subscriptionId }: { invoice: Stripe.Invoice; subscriptionId: string },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const intentId = intentOf(invoice)
  const month = monthOfInvoice(invoice)
  if (!month) return
  const intent = intentId
    ? await provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intentId, intentParams))
    : undefined
  if (intent?.status !== 'succeeded') return school.tx((db) => settleFreeMonth(db, { ...month, subscriptionId }, tools))
  const isPix = typeof intent.payment_method !== 'string' && intent.payment_method?.type === 'pix'
  const payment = await school.tx(async (db) => {
    const key = invoiceKey(invoice.id!)
    await payments.insertPayment(db, {
      key,
      item: month.plan,
      purpose: 'renewal',
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
  const paid = await recordIntent(school, payment, intent, tools)
  // Events of its refunds and disputes that came before the payment was known here found nothing.
  await recordRefunds(school, paid, provider, tools)
  await recordDisputes(school, paid, provider, tools)
}

const invoiceKey = (invoiceId: string) => `invoice:${invoiceId}`

/** Tells whether a subscription charges the school's months. */
const isChargedBy = (
  row: queries.SubscriptionRow | undefined,
  subscriptionId: string | undefined,
): row is queries.SubscriptionRow => row !== undefined && row.stripe_id === subscriptionId && row.pays_with !== 'pix'

/**
 * The first refusal of a renewal sets the end of the grace; later ones of the same renewal change nothing.
 * @returns false where the school does not pay with that subscription any more
 */
async function beginGrace(
  db: SchoolDb,
  { subscriptionId, invoiceId, planId }: { subscriptionId: string; invoiceId: string; planId: PaidPlanId | undefined },
  tools: PaymentTools,
): Promise<boolean> {
  const row = await queries.lockSubscription(db)
  if (!isChargedBy(row, subscriptionId)) return false
  // A grace that has begun before there was an invoice goes on with it, and one of an invoice whose plan is not known learns it.
  const learnsPlan = row.invoice_id === invoiceId && row.invoice_plan_id === null && planId !== undefined
  if (row.utc_grace_ends_on && row.invoice_id && !learnsPlan) return true
  // The invoice may have been read before it was paid.
  if ((await payments.findByKey(db, invoiceKey(invoiceId)))?.status === 'succeeded') return true
  const now = tools.now()
  await queries.updateSubscription(db, {
    invoice_id: invoiceId,
    invoice_plan_id: planId ?? null,
    utc_grace_ends_on: row.utc_grace_ends_on ?? graceOf(now),
  })
  await scheduleJob(db, jobs.followSubscription, now)
  return true
}

/** The events of the invoices since the end of the paid month may never have come. */
export async function recordInvoices(
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
  for (const { id } of made.toReversed()) await recordInvoice(school, await readInvoice(id!, provider), provider, tools)
}

/** Time within which an invoice is voided whose subscription the school has left. */
const leavingMs = dayMs

/** Lists the invoices that are still open of subscriptions that the school has left, and that no bank is about to pay. */
export async function listLeftOpen(
  school: School,
  customers: string[],
  provider: PaymentProvider,
  { now }: Pick<PaymentTools, 'now'>,
): Promise<string[]> {
  const row = await school.tx(queries.findSubscription)
  const before = new Date(now().getTime() - leavingMs)
  const left: string[] = []
  for (const customer of customers) {
    const open = (await unlessGone(listOpen({ customer, before }, provider))) ?? []
    for (const invoice of open.filter((each) => isOwn(school, each) && !isChargedBy(row, subscriptionOf(each))))
      if (!(await isBankPaying(invoice, provider))) left.push(invoice.id!)
  }
  return left
}

const listOpen = ({ customer, before }: { customer: string; before: Date }, provider: PaymentProvider) =>
  provider.ask(({ invoices }) => {
    const created = { lt: Math.floor(before.getTime() / 1000) }
    const open = invoices.list({ customer, status: 'open', created, limit: 100, expand: ['data.payments'] })
    return open.autoPagingToArray({ limit: 1000 })
  })

const readInvoice = (id: string, provider: PaymentProvider): Promise<Stripe.Invoice> =>
  provider.ask(({ invoices }) => invoices.retrieve(id, { expand: ['payments'] }))

/** Tries an open invoice with a card at once. One that was paid meanwhile is as good; one that was given up is paid by no card. */
export async function payInvoice(
  school: School,
  { invoiceId, methodId }: { invoiceId: string; methodId: string },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const closed = await closeInvoice(
    school,
    invoiceId,
    ({ invoices }) => invoices.pay(invoiceId, { payment_method: methodId, off_session: false }),
    provider,
    tools,
  )
  if (closed?.status !== 'paid' && closed?.status !== 'open') throw new AppError('plan_is_overdue')
}

/** Makes sure that an invoice takes no money any more. @returns false when it was paid in the meantime */
export async function voidInvoice(
  school: School,
  id: string,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<boolean> {
  const known = await closeInvoice(school, id, ({ invoices }) => invoices.voidInvoice(id), provider, tools)
  return known?.status !== 'paid'
}

/**
 * Pays or voids an open invoice, and writes down how it is then: its event may come late, and another call or a try of the provider's own may have been first.
 * @returns the invoice; undefined where the provider has none
 */
async function closeInvoice(
  school: School,
  id: string,
  close: (stripe: Stripe) => Promise<unknown>,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<Stripe.Invoice | undefined> {
  const known = await unlessGone(readInvoice(id, provider))
  const refusal = known?.status === 'open' ? await faultOfCall(provider.ask(close)) : undefined
  const closed = known?.status === 'open' ? await readInvoice(id, provider) : known
  if (closed) await recordInvoice(school, closed, provider, tools)
  if (closed?.status === 'open' && refusal) throw refusal.error
  return closed
}

const faultOfCall = (call: Promise<unknown>): Promise<{ error: unknown } | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
