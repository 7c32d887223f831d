import { dayMs } from '@escola/contract/durations'
import type { Stripe } from 'stripe'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { unlessGone } from '../../payments/provider-errors.ts'
import type { PaymentTools } from '../payments/customers.service.ts'
import * as payments from '../payments/payment-rows.service.ts'
import { recordDisputes, recordRefunds } from '../payments/returns/returns.service.ts'
import { intentParams, recordIntent } from '../payments/settling.service.ts'
import { type InvoicedMonth, intentOf, monthOfInvoice, subscriptionOf } from './invoice-parts.ts'
import { settleFreeMonth } from './plan-settling.service.ts'
import * as queries from './subscriptions.queries.ts'

/** Writes down a month that a subscription of an earlier release has charged. The job leaves that subscription, whatever its invoice says. */
export async function recordInvoice(
  school: School,
  invoice: Stripe.Invoice,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const subscriptionId = subscriptionOf(invoice)
  if (!subscriptionId) return
  const month = monthOfInvoice(invoice)
  // The first month is paid by a payment that the school made here.
  if (invoice.status === 'paid' && invoice.billing_reason !== 'subscription_create' && month)
    await recordPaidMonth(school, { invoice, month, subscriptionId }, provider, tools)
  await school.tx((db) => scheduleJob(db, jobs.followSubscription, tools.now()))
}

/** A month that no intent has paid is one that an operator has marked as paid, or that the customer's credit there has paid: it counts, and nothing is booked. */
async function recordPaidMonth(
  school: School,
  { invoice, month, subscriptionId }: { invoice: Stripe.Invoice; month: InvoicedMonth; subscriptionId: string },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const intentId = intentOf(invoice)
  const intent = intentId
    ? await provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intentId, intentParams))
    : undefined
  if (intent?.status !== 'succeeded') return school.tx((db) => settleFreeMonth(db, { ...month, subscriptionId }, tools))
  const isPix = typeof intent.payment_method !== 'string' && intent.payment_method?.type === 'pix'
  const payment = await school.tx(async (db) => {
    const key = `invoice:${invoice.id!}`
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

/** Time within which a subscription of an earlier release is left. */
const leavingMs = dayMs

/** Lists the subscriptions at the provider that have not ended: they would charge beside us. */
export async function listLeftOpen(
  school: School,
  customers: string[],
  provider: PaymentProvider,
  { now }: Clock,
): Promise<string[]> {
  const row = await school.tx(queries.findSubscription)
  const before = Math.floor((now().getTime() - leavingMs) / 1000)
  const left: string[] = []
  for (const customer of customers) {
    const listed = await unlessGone(provider.ask(({ subscriptions }) => subscriptions.list({ customer, limit: 100 })))
    const own = (listed?.data ?? []).filter(({ metadata }) => metadata.school === school.id)
    left.push(...own.filter(({ id, created }) => id !== row?.stripe_id && created < before).map(({ id }) => id))
  }
  return left
}
