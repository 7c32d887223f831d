import type { Stripe } from 'stripe'
import { endSubscription, isEnded } from './billing/subscription-state.ts'
import type { Account } from './core/account.ts'
import { newId, randomLetters } from './core/ids.ts'
import { listRows } from './core/lists.ts'
import type { Customer } from './core/objects.ts'
import type { Operations } from './core/operations.ts'
import { allowOnly, changeOf, emptyToNull, mergeMetadata, toAddress } from './core/parameters.ts'
import { attach, detach, resolveMethod } from './payment-methods.ts'

const done =
  'address balance description email invoice_settings metadata name payment_method phone preferred_locales tax_exempt'

export const customers: Operations = {
  'POST /v1/customers': ({ account, params }) => {
    allowOnly(params, done)
    const method = params.payment_method && resolveMethod(account, params.payment_method, 'payment_method')
    const customer: Customer = {
      id: newId('cus'),
      object: 'customer',
      address: null,
      balance: 0,
      created: account.now(),
      currency: null,
      customer_account: null,
      default_source: null,
      delinquent: false,
      description: null,
      discount: null,
      email: null,
      invoice_prefix: randomLetters(8).toUpperCase(),
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
      livemode: false,
      metadata: {},
      name: null,
      next_invoice_sequence: 1,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    }
    Object.assign(customer, changesIn(account, customer, params))
    account.add('customers', customer)
    account.emit('customer.created', customer)
    if (method) attach(account, method, customer)
    return customer
  },
  'GET /v1/customers': ({ account, params }) =>
    listRows(account, 'customers', params, {
      matches: (each) => !account.readHidden(each.id).deleted && (!params.email || each.email === params.email),
    }),
  'GET /v1/customers/:id': ({ account, ids: [id] }) => {
    const customer = account.find('customers', id)
    return account.hiddenOf(id).deleted ? deletedOf(customer) : customer
  },
  'POST /v1/customers/:id': ({ account, params, ids: [id] }) => {
    const customer = findLiving(account, id)
    allowOnly(params, done.replace('payment_method ', ''))
    const previous = changeOf(customer, changesIn(account, customer, params))
    if (Object.keys(previous).length) account.emit('customer.updated', customer, previous)
    return customer
  },
  'DELETE /v1/customers/:id': ({ account, ids: [id] }) => {
    const customer = findLiving(account, id)
    for (const method of account.table('payment_methods').values()) if (method.customer === id) detach(account, method)
    for (const subscription of account.table('subscriptions').values()) {
      if (subscription.customer === id && !isEnded(subscription)) {
        endSubscription(account, subscription, 'cancellation_requested')
      }
    }
    account.hiddenOf(id).deleted = true
    account.emit('customer.deleted', customer)
    return deletedOf(customer)
  },
}

/** Finds a customer that wasn't deleted. */
export function findLiving(account: Account, id: string, param?: string): Customer {
  return account.find('customers', account.hiddenOf(id).deleted ? `${id} (deleted)` : id, param)
}

const deletedOf = ({ id }: Customer): Stripe.DeletedCustomer => ({ id, object: 'customer', deleted: true })

function changesIn(
  account: Account,
  customer: Customer,
  params: Stripe.CustomerCreateParams & Stripe.CustomerUpdateParams,
): Partial<Customer> {
  const changes: Partial<Customer> = {}
  for (const key of ['description', 'email', 'name', 'phone'] as const) {
    if (params[key] !== undefined) changes[key] = emptyToNull(params[key])
  }
  if (params.balance !== undefined) changes.balance = params.balance
  if (params.address !== undefined) changes.address = toAddress(params.address)
  if (params.preferred_locales) changes.preferred_locales = params.preferred_locales
  if (params.tax_exempt !== undefined) changes.tax_exempt = emptyToNull(params.tax_exempt) as Customer['tax_exempt']
  if (params.metadata !== undefined) changes.metadata = mergeMetadata(customer.metadata, params.metadata)
  if (params.invoice_settings) {
    allowOnly(params.invoice_settings, 'default_payment_method')
    const { default_payment_method } = params.invoice_settings
    const param = 'invoice_settings[default_payment_method]'
    const method = default_payment_method ? resolveMethod(account, default_payment_method, param) : null
    changes.invoice_settings = { ...customer.invoice_settings, default_payment_method: method?.id ?? null }
  }
  return changes
}
