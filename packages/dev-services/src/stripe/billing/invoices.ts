import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse, refuseUndone, StripeError } from '../core/errors.ts'
import { listRows } from '../core/lists.ts'
import type { Invoice, Subscription } from '../core/objects.ts'
import type { Operations } from '../core/operations.ts'
import { allowOnly } from '../core/parameters.ts'
import { findLiving } from '../customers.ts'
import { cancelIntent } from '../intents/intent-state.ts'
import { resolveSavedMethod } from '../payment-methods.ts'
import { draftInvoice, finalizeInvoice, intentOf, markPaid, voidInvoice } from './invoice-state.ts'
import { makeLine, periodLines } from './lines.ts'
import { payInvoice } from './pay-invoice.ts'
import { nextBoundary } from './periods.ts'
import { setStatus, subscriptionOf } from './subscription-state.ts'
import { draftSubscription } from './subscriptions.ts'
import { changedItems, prorationsOf } from './update.ts'

export const invoices: Operations = {
  'POST /v1/invoices/create_preview': ({ account, params }) => {
    allowOnly(params, 'customer subscription subscription_details preview_mode currency')
    if (params.preview_mode === 'recurring') throw refuseUndone('preview_mode recurring')
    return preview(account, params)
  },
  'GET /v1/invoices': ({ account, params }) => {
    allowOnly(params, 'customer subscription status created limit starting_after ending_before')
    return listRows(account, 'invoices', params, {
      matches: (each) =>
        (!params.customer || each.customer === params.customer) &&
        (!params.status || each.status === params.status) &&
        (!params.subscription || subscriptionOf(account, each).id === params.subscription),
    })
  },
  'GET /v1/invoices/:id': ({ account, ids: [id] }) => account.find('invoices', id),
  'POST /v1/invoices/:id/finalize': ({ account, params, ids: [id] }) => {
    allowOnly(params, 'auto_advance')
    const invoice = account.find('invoices', id)
    if (invoice.status !== 'draft')
      throw refuse('This invoice is already finalized, you can’t re-finalize a non-draft invoice.')
    finalizeInvoice(account, invoice)
    if (params.auto_advance === false) account.forget('finalize_invoice', id)
    return invoice
  },
  'POST /v1/invoices/:id/pay': ({ account, params, ids: [id] }) => {
    allowOnly(params, 'payment_method off_session paid_out_of_band')
    const invoice = account.find('invoices', id)
    if (invoice.status === 'paid') throw refuse('Invoice is already paid')
    if (invoice.status === 'void') throw refuse('Invoice is void and cannot be paid.')
    const customer = account.find('customers', invoice.customer as string)
    const method = params.payment_method
      ? resolveSavedMethod(account, customer, { id: params.payment_method, param: 'payment_method' })
      : undefined
    finalizeInvoice(account, invoice)
    if (params.paid_out_of_band) return payElsewhere(account, invoice)
    const refusal = payInvoice(account, invoice, { method, offSession: params.off_session ?? true })
    if (refusal) throw refusal
    const intent = intentOf(account, invoice)
    if (intent?.status === 'requires_action') {
      const message =
        'Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action'
      throw new StripeError(402, 'card_error', message, {
        code: 'invoice_payment_intent_requires_action',
        payment_intent: intent,
      })
    }
    return invoice
  },
  'POST /v1/invoices/:id/void': ({ account, ids: [id] }) => {
    const invoice = account.find('invoices', id)
    if (invoice.status === 'open') return voidInvoice(account, invoice)
    throw refuse(`You can only pass in open invoices. This invoice isn't open: it is ${invoice.status}.`)
  },
  'GET /v1/invoice_payments': ({ account, params }) => {
    allowOnly(params, 'invoice payment status created limit starting_after ending_before')
    const { payment } = params
    return listRows(account, 'invoice_payments', params, {
      matches: (each) =>
        (!params.invoice || each.invoice === params.invoice) &&
        (!params.status || each.status === params.status) &&
        (!payment?.payment_intent || each.payment.payment_intent === payment.payment_intent),
    })
  },
}

function payElsewhere(account: Account, invoice: Invoice): Invoice {
  const subscription = subscriptionOf(account, invoice)
  const intent = intentOf(account, invoice)
  if (intent) cancelIntent(account, intent, 'void_invoice')
  markPaid(account, invoice)
  if (subscription.latest_invoice === invoice.id) setStatus(account, subscription, 'active')
  return invoice
}

/** Invoice as it would be, without making one. */
function preview(account: Account, params: Stripe.InvoiceCreatePreviewParams): Invoice {
  const details = params.subscription_details ?? {}
  allowOnly(details, 'items proration_behavior proration_date cancel_at_period_end')
  if (!params.subscription) {
    const customer = findLiving(account, params.customer ?? '', 'customer')
    const subscription = draftSubscription(account, customer, {
      items: details.items as Stripe.SubscriptionCreateParams['items'],
    })
    const lines = periodLines(account, subscription)
    return toPreview(draftInvoice(account, { customer, subscription, reason: 'upcoming', lines }))
  }
  const subscription = account.find('subscriptions', params.subscription, 'subscription')
  // One that ends with its period keeps that end unless the call says otherwise.
  const ends = details.cancel_at_period_end ?? subscription.cancel_at_period_end
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired' || ends) {
    const message = `No upcoming invoices for customer: ${subscription.customer}`
    throw refuse(message, { code: 'invoice_upcoming_none' }, 404)
  }
  const customer = account.find('customers', subscription.customer)
  const items = details.items ? changedItems(account, subscription, details.items) : subscription.items.data
  const prorations = prorationsOf(account, subscription, items, details)
  const lines = [...account.pendingLines(subscription.id), ...prorations]
  if (details.proration_behavior !== 'always_invoice') {
    lines.push(...nextLines(account, { ...subscription, items: { ...subscription.items, data: items } }))
  }
  return toPreview(draftInvoice(account, { customer, subscription, reason: 'upcoming', lines }))
}

const toPreview = (draft: Invoice): Invoice => ({ ...draft, id: draft.id.replace('in_', 'upcoming_in_') })

const nextLines = (account: Account, subscription: Subscription) =>
  subscription.items.data.map((item) => {
    const start = item.current_period_end
    const end = nextBoundary(subscription.billing_cycle_anchor, item.price as Parameters<typeof nextBoundary>[1], start)
    return makeLine(account, { subscription, item, period: { start, end } })
  })
