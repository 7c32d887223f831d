import type { Stripe } from 'stripe'

/** A value as it is kept: where Stripe answers an id or, expanded, the object, it is the id. */
type Unexpanded<V> = string extends V ? Exclude<V, object> : V
type Stored<T> = { [K in keyof T as K extends 'deleted' ? never : K]: Unexpanded<T[K]> }

export type Customer = Stored<Stripe.Customer>
export type PaymentMethod = Stored<Stripe.PaymentMethod>
export type PaymentIntent = Stored<Stripe.PaymentIntent>
export type SetupIntent = Stored<Stripe.SetupIntent>
export type Charge = Stored<Stripe.Charge>
export type Refund = Stored<Stripe.Refund>
export type Dispute = Stored<Stripe.Dispute>
export type BalanceTransaction = Stored<Stripe.BalanceTransaction>
export type Product = Stored<Stripe.Product>
export type Price = Stored<Stripe.Price>
export type Subscription = Stored<Stripe.Subscription>
export type Invoice = Stored<Stripe.Invoice>
export type Line = Invoice['lines']['data'][number]
export type Item = Subscription['items']['data'][number]
export type InvoicePayment = Stored<Stripe.InvoicePayment>
export type Event = Stripe.EventBase

export interface Tables {
  customers: Customer
  payment_methods: PaymentMethod
  payment_intents: PaymentIntent
  setup_intents: SetupIntent
  charges: Charge
  refunds: Refund
  disputes: Dispute
  balance_transactions: BalanceTransaction
  products: Product
  prices: Price
  subscriptions: Subscription
  invoices: Invoice
  invoice_payments: InvoicePayment
  events: Event
}

export type TableName = keyof Tables

/** How ids of a table begin, and what Stripe calls its objects when one is missing. */
export const tables: Record<TableName, { prefix: string; noun: string }> = {
  customers: { prefix: 'cus', noun: 'customer' },
  payment_methods: { prefix: 'pm', noun: 'PaymentMethod' },
  payment_intents: { prefix: 'pi', noun: 'payment_intent' },
  setup_intents: { prefix: 'seti', noun: 'setupintent' },
  charges: { prefix: 'ch', noun: 'charge' },
  refunds: { prefix: 're', noun: 'refund' },
  disputes: { prefix: 'du', noun: 'dispute' },
  balance_transactions: { prefix: 'txn', noun: 'balance transaction' },
  products: { prefix: 'prod', noun: 'product' },
  prices: { prefix: 'price', noun: 'price' },
  subscriptions: { prefix: 'sub', noun: 'subscription' },
  invoices: { prefix: 'in', noun: 'invoice' },
  invoice_payments: { prefix: 'inpay', noun: 'invoice_payment' },
  events: { prefix: 'evt', noun: 'event' },
}

const tableByPrefix = new Map(Object.entries(tables).map(([name, { prefix }]) => [prefix, name as TableName]))

export const tableOf = (id: string): TableName | undefined => tableByPrefix.get(id.split('_')[0] as string)
