import { hourMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { unlessGone, unlessSettled } from '../../payments/provider-errors.ts'
import { listCustomers, type PaymentTools } from '../payments/customers.service.ts'
import { intentOf, subscriptionOf } from './invoice-parts.ts'
import { recordInvoice } from './invoices.service.ts'
import { isAtProvider, isLeaving, notAtProvider, payByPix } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'

/** Time after which no process of an earlier release is running. Such a process would not know our charge and would return the money. */
const overlapMs = hourMs

/**
 * Takes over a plan that an earlier release had the provider charge. The row comes first, so that nothing is charged by us before nothing is charged there: then
 * invoices that are not paid are voided, and the subscription ends without a refund. A run that broke off is gone on with.
 */
export async function leaveProvider(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const row = await school.tx(queries.findSubscription)
  if (!row || !(isAtProvider(row) || isLeaving(row))) return
  const known = row.stripe_id === null ? undefined : await findSubscription(row.stripe_id, provider)
  // A bank takes days for a month by a mandate of an earlier release.
  if (known && (await isBankPaying(known.id, provider))) return
  const isEnded = row.stripe_id !== null && (known === undefined || isOver(known))
  await school.tx((db) => leave(db, { isEnded }))
  const customers = await listCustomers(school, tools)
  const ids = new Set(row.stripe_id ? [row.stripe_id] : row.left_stripe_id ? [row.left_stripe_id] : [])
  for (const customer of customers) for (const id of await listOwn(school, customer, provider)) ids.add(id)
  for (const id of ids) await endSubscription(school, id, provider, tools)
  await school.tx((db) => finish(db, tools))
}

/** Records what an invoice of an earlier release says, and ends a subscription that is not the school's: a second one, or that of a plan that has ended. */
export async function receiveInvoice(
  school: School,
  invoice: Stripe.Invoice,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const id = subscriptionOf(invoice)
  if (!id) return
  await recordInvoice(school, invoice, provider, tools)
  const row = await school.tx(queries.findSubscription)
  // The payment of a first month may be settled later than its invoice.
  if (row ? row.stripe_id === id : invoice.billing_reason === 'subscription_create') return
  const known = await findSubscription(id, provider)
  if (known?.metadata.school === school.id) await endSubscription(school, id, provider, tools)
}

const isOver = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

const findSubscription = (id: string, provider: PaymentProvider): Promise<Stripe.Subscription | undefined> =>
  unlessGone(provider.ask(({ subscriptions }) => subscriptions.retrieve(id)))

async function leave(db: SchoolDb, { isEnded }: { isEnded: boolean }): Promise<void> {
  const row = await queries.lockSubscription(db)
  if (!row || !isAtProvider(row)) return
  // An operator who ended it there by hand wants no card to be charged, and a mandate is no card.
  const isByCode = row.pays_with !== 'card' || (isEnded && !row.utc_grace_ends_on)
  await queries.updateSubscription(db, {
    ...notAtProvider,
    ...(isByCode && payByPix),
    invoice_id: null,
    left_stripe_id: row.stripe_id ?? row.left_stripe_id ?? '',
    utc_charges_from: null,
    tries: 0,
    // A call of an earlier release that is about to begin a subscription finds that it is not wanted.
    moves: row.moves + 1,
  })
}

/** Lets our own clock charge the next month. */
async function finish(db: SchoolDb, { now }: Clock): Promise<void> {
  const row = await queries.lockSubscription(db)
  if (!row || !isLeaving(row)) return
  await queries.updateSubscription(db, { utc_charges_from: new Date(now().getTime() + overlapMs) })
}

/** Lists the school's subscriptions at the provider that have not ended. A call that broke off may have left one that no row names. */
async function listOwn(school: School, customer: string, provider: PaymentProvider): Promise<string[]> {
  const listed = await unlessGone(provider.ask(({ subscriptions }) => subscriptions.list({ customer, limit: 100 })))
  return (listed?.data ?? []).filter(({ metadata }) => metadata.school === school.id).map(({ id }) => id)
}

/** Ends a subscription at the provider, and what it has asked for. A month that was paid in that moment counts. */
async function endSubscription(
  school: School,
  id: string,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  await endInvoices(id, provider)
  const known = await findSubscription(id, provider)
  if (known && !isOver(known))
    await unlessSettled(
      provider.ask(({ subscriptions }) => subscriptions.cancel(id)),
      async () => {
        const read = await findSubscription(id, provider)
        return !read || isOver(read)
      },
    )
  // An invoice may have come in between.
  await endInvoices(id, provider)
  const newest = await listInvoices(id, provider)
  for (const invoice of newest.toReversed())
    if (invoice.status === 'paid')
      await recordInvoice(school, await readInvoice(invoice.id!, provider), provider, tools)
}

async function endInvoices(id: string, provider: PaymentProvider): Promise<void> {
  for (const { id: named, status } of await listInvoices(id, provider)) {
    const invoiceId = named!
    const isStill = async (...states: string[]) =>
      states.includes((await readInvoice(invoiceId, provider)).status ?? '')
    if (status === 'draft')
      await unlessSettled(
        provider.ask(({ invoices }) => invoices.finalizeInvoice(invoiceId, { auto_advance: false })),
        async () => !(await isStill('draft')),
      )
    if (await isStill('open'))
      await unlessSettled(
        provider.ask(({ invoices }) => invoices.voidInvoice(invoiceId)),
        async () => !(await isStill('open')),
      )
  }
}

/** Lists the newest invoices of a subscription; none where it is gone. */
const listInvoices = async (subscription: string, provider: PaymentProvider): Promise<Stripe.Invoice[]> =>
  (
    await unlessGone(
      provider.ask(({ invoices }) => invoices.list({ subscription, limit: 10, expand: ['data.payments'] })),
    )
  )?.data ?? []

const readInvoice = (id: string, provider: PaymentProvider): Promise<Stripe.Invoice> =>
  provider.ask(({ invoices }) => invoices.retrieve(id, { expand: ['payments'] }))

async function isBankPaying(id: string, provider: PaymentProvider): Promise<boolean> {
  for (const invoice of await listInvoices(id, provider)) {
    const intentId = invoice.status === 'open' ? intentOf(invoice) : undefined
    const intent =
      intentId && (await unlessGone(provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intentId))))
    if (intent && intent.status === 'processing') return true
  }
  return false
}
