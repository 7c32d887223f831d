import type { Account } from '../core/account.ts'
import { newClientSecret, newId } from '../core/ids.ts'
import type { Customer, Invoice, InvoicePayment, Line, PaymentIntent, Subscription } from '../core/objects.ts'
import { cancelIntent, emptyIntent } from '../intents/intent-state.ts'

/** Below it nothing is taken: the customer's balance keeps the sum for the next invoice. */
const smallest = 50

interface NewInvoice {
  customer: Customer
  subscription: Subscription
  reason: NonNullable<Invoice['billing_reason']>
  lines: Line[]
}

/** A draft that isn't in the account yet. */
export function draftInvoice(account: Account, { customer, subscription, reason, lines }: NewInvoice): Invoice {
  const id = newId('in')
  const now = account.now()
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const due = dueOf(customer, total)
  return {
    ...emptyInvoice,
    id,
    amount_due: due.now,
    amount_remaining: due.now,
    automatically_finalizes_at: reason === 'subscription_cycle' ? now + 3600 : null,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    default_payment_method: null,
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_end: now,
    period_start: now,
    starting_balance: customer.balance,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  }
}

export function addInvoice(account: Account, invoice: Invoice, subscription: Subscription): Invoice {
  account.add('invoices', invoice)
  subscription.latest_invoice = invoice.id
  account.emit('invoice.created', invoice)
  return invoice
}

/** Part of a total that is to be paid now, and the customer's balance afterwards; credit is below zero. */
function dueOf(customer: Customer, total: number): { now: number; balance: number } {
  const open = total + customer.balance
  return open >= smallest ? { now: open, balance: 0 } : { now: 0, balance: open }
}

/** Fixes what is to be paid and opens a payment for it; an invoice over nothing is paid at once. */
export function finalizeInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'draft') return
  const customer = account.find('customers', invoice.customer as string)
  const due = dueOf(customer, invoice.total)
  const number = customer.next_invoice_sequence ?? 1
  invoice.number = `${customer.invoice_prefix}-${String(number).padStart(4, '0')}`
  customer.next_invoice_sequence = number + 1
  Object.assign(invoice, {
    amount_due: due.now,
    amount_remaining: due.now,
    automatically_finalizes_at: null,
    effective_at: account.now(),
    ending_balance: due.balance,
    hosted_invoice_url: `${account.baseUrl}/invoices/${invoice.id}`,
    starting_balance: customer.balance,
    status: 'open',
  } satisfies Partial<Invoice>)
  customer.balance = due.balance
  invoice.status_transitions.finalized_at = account.now()
  account.emit('invoice.finalized', invoice)
  if (due.now === 0) markPaid(account, invoice)
  else openPayment(account, invoice)
}

/** Ways to pay that an invoice's payment takes. */
const cardAlone = {
  payment_method_options: {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
  payment_method_types: ['card'],
} satisfies Pick<PaymentIntent, 'payment_method_options' | 'payment_method_types'>

function openPayment(account: Account, invoice: Invoice): void {
  const id = newId('pi')
  const intent = account.add('payment_intents', {
    ...emptyIntent(account),
    id,
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    client_secret: newClientSecret(id),
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    ...structuredClone(cardAlone),
    receipt_email: null,
    setup_future_usage: 'off_session',
    statement_descriptor: null,
    statement_descriptor_suffix: null,
  })
  account.hiddenOf(id).invoice = invoice.id
  account.emit('payment_intent.created', intent)
  const payment = newId('inpay')
  account.hiddenOf(invoice.id).payment = payment
  account.add('invoice_payments', {
    id: payment,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}

export function paymentOf(account: Account, invoice: Invoice): InvoicePayment | undefined {
  const { payment } = account.hiddenOf(invoice.id)
  return payment ? account.find('invoice_payments', payment) : undefined
}

export function intentOf(account: Account, invoice: Invoice): PaymentIntent | undefined {
  const id = paymentOf(account, invoice)?.payment.payment_intent
  return id ? account.find('payment_intents', id as string) : undefined
}

export function markPaid(account: Account, invoice: Invoice): void {
  const now = account.now()
  const { amount_due } = invoice
  Object.assign(invoice, { amount_paid: amount_due, amount_remaining: 0, attempted: true, status: 'paid' })
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = now
  account.forget('retry_invoice', invoice.id)
  const payment = paymentOf(account, invoice)
  if (payment) {
    Object.assign(payment, { amount_paid: amount_due, status: 'paid' })
    payment.status_transitions.paid_at = now
    account.emit('invoice_payment.paid', payment)
  }
  account.emit('invoice.paid', invoice)
  account.emit('invoice.payment_succeeded', invoice)
}

export function voidInvoice(account: Account, invoice: Invoice): Invoice {
  Object.assign(invoice, { status: 'void', next_payment_attempt: null, auto_advance: false })
  invoice.status_transitions.voided_at = account.now()
  // Credit of the customer that it took goes back.
  const customer = account.find('customers', invoice.customer as string)
  customer.balance += invoice.starting_balance - (invoice.ending_balance ?? 0)
  account.forget('retry_invoice', invoice.id)
  const payment = paymentOf(account, invoice)
  const intent = intentOf(account, invoice)
  if (payment) Object.assign(payment, { status: 'canceled' })
  if (intent && intent.status !== 'succeeded' && intent.status !== 'canceled')
    cancelIntent(account, intent, 'void_invoice')
  account.emit('invoice.voided', invoice)
  return invoice
}

const emptyInvoice = {
  object: 'invoice',
  account_country: 'BR',
  account_name: 'Escola',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status: 'draft',
  get status_transitions() {
    return { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null }
  },
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>
