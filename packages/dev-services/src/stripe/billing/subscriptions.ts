import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse, refuseUndone } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { listRows } from '../core/lists.ts'
import type { Customer, PaymentMethod, Subscription } from '../core/objects.ts'
import type { Operations } from '../core/operations.ts'
import { allowOnly, mergeMetadata } from '../core/parameters.ts'
import { findLiving } from '../customers.ts'
import { resolveSavedMethod } from '../payment-methods.ts'
import { addInvoice, draftInvoice, finalizeInvoice, intentOf } from './invoice-state.ts'
import { makeItem, periodLines, trialLines } from './lines.ts'
import { methodOf, payInvoice } from './pay-invoice.ts'
import { nextBoundary } from './periods.ts'
import { readPaymentSettings, recurringPrice } from './prices.ts'
import { endSubscription, isEnded } from './subscription-state.ts'
import { updateSubscription } from './update.ts'

const hour = 3600
const day = 24 * hour

export const subscriptions: Operations = {
  'POST /v1/subscriptions': ({ account, params }) => {
    allowOnly(
      params,
      'customer items default_payment_method payment_behavior payment_settings proration_behavior cancel_at_period_end metadata description off_session collection_method currency trial_end',
    )
    if (params.collection_method === 'send_invoice') throw refuseUndone('collection_method send_invoice')
    if (!params.customer)
      throw refuse('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
    const customer = findLiving(account, params.customer, 'customer')
    const { default_payment_method: card } = params
    const method = card
      ? resolveSavedMethod(account, customer, { id: card, param: 'default_payment_method' })
      : undefined
    return create(account, customer, method, params)
  },
  'GET /v1/subscriptions': ({ account, params }) => {
    allowOnly(params, 'customer price status created limit starting_after ending_before')
    const isListed = (each: Subscription) =>
      params.status === 'all' ||
      (params.status === 'ended' ? isEnded(each) : params.status ? each.status === params.status : !isEnded(each))
    return listRows(account, 'subscriptions', params, {
      matches: (each) =>
        isListed(each) &&
        (!params.customer || each.customer === params.customer) &&
        (!params.price || each.items.data.some(({ price }) => price.id === params.price)),
    })
  },
  'GET /v1/subscriptions/:id': ({ account, ids: [id] }) => account.find('subscriptions', id),
  'POST /v1/subscriptions/:id': ({ account, params, ids: [id] }) => {
    const subscription = account.find('subscriptions', id)
    const customer = account.find('customers', subscription.customer)
    const { default_payment_method: card } = params
    const method = card
      ? resolveSavedMethod(account, customer, { id: card, param: 'default_payment_method' })
      : card === ''
        ? null
        : undefined
    return updateSubscription(account, subscription, params, method)
  },
  'DELETE /v1/subscriptions/:id': ({ account, params, ids: [id] }) => {
    allowOnly(params, 'cancellation_details invoice_now prorate')
    if (params.invoice_now) throw refuseUndone('invoice_now')
    if (params.prorate) throw refuseUndone('prorate')
    const subscription = account.find('subscriptions', id)
    if (isEnded(subscription))
      throw refuse(`No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' }, 404)
    return endSubscription(account, subscription, 'cancellation_requested')
  },
}

type Created = Stripe.SubscriptionCreateParams

/** A subscription that isn't in the account yet, with its items. */
export function draftSubscription(
  account: Account,
  customer: Customer,
  params: Pick<Created, 'items' | 'metadata' | 'trial_end'>,
): Subscription {
  if (!params.items?.length)
    throw refuse('Missing required param: items.', { code: 'parameter_missing', param: 'items' })
  const now = account.now()
  const trialEnd = trialEndIn(params, now)
  const id = newId('sub')
  const items = params.items.map((item, index) => {
    allowOnly(item, 'price quantity metadata')
    const price = recurringPrice(account, item.price, `items[${index}][price]`)
    return makeItem(account, id, price, item.quantity ?? 1, [now, trialEnd ?? nextBoundary(now, price, now)])
  })
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]?.price.currency as string,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd ? 'trialing' : 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd ?? null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: trialEnd ? now : null,
  }
}

/** Moment until which nothing is charged. */
function trialEndIn({ trial_end }: Pick<Created, 'trial_end'>, now: number): number | undefined {
  if (trial_end === undefined || trial_end === 'now') return undefined
  if (trial_end > now && trial_end < now + 730 * day) return trial_end
  const message = 'Invalid timestamp: must be an integer Unix timestamp in the future, at most two years from now.'
  throw refuse(message, { param: 'trial_end' })
}

/** The first invoice of a trial is over nothing and paid at once; the first that costs something comes with its end. */
function beginTrial(account: Account, customer: Customer, subscription: Subscription, ends: number): Subscription {
  const lines = trialLines(account, subscription)
  const draft = draftInvoice(account, { customer, subscription, reason: 'subscription_create', lines })
  finalizeInvoice(account, addInvoice(account, draft, subscription))
  account.plan('renew', subscription.id, ends)
  account.plan('trial_will_end', subscription.id, Math.max(account.now(), ends - 3 * day))
  return subscription
}

function create(
  account: Account,
  customer: Customer,
  method: PaymentMethod | undefined,
  params: Created,
): Subscription {
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  if (behavior === 'pending_if_incomplete')
    throw refuseUndone('payment_behavior pending_if_incomplete of a new subscription')
  const subscription = draftSubscription(account, customer, params)
  subscription.default_payment_method = method?.id ?? null
  subscription.cancel_at_period_end = params.cancel_at_period_end ?? false
  subscription.description = params.description || null
  readPaymentSettings(subscription, params.payment_settings)
  if (!methodOf(account, subscription) && behavior !== 'default_incomplete') {
    const message =
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.'
    throw refuse(message, { code: 'resource_missing' })
  }
  account.add('subscriptions', subscription)
  account.emit('customer.subscription.created', subscription)
  if (subscription.trial_end) return beginTrial(account, customer, subscription, subscription.trial_end)
  const lines = periodLines(account, subscription)
  const draft = draftInvoice(account, { customer, subscription, reason: 'subscription_create', lines })
  const invoice = addInvoice(account, draft, subscription)
  account.plan('renew', subscription.id, subscription.items.data[0]?.current_period_end as number)
  account.plan('expire_incomplete', subscription.id, account.now() + 23 * hour)
  finalizeInvoice(account, invoice)
  if (invoice.status === 'paid') {
    subscription.status = 'active'
    account.emit('customer.subscription.updated', subscription, { status: 'incomplete' })
    return subscription
  }
  if (behavior === 'default_incomplete') {
    const intent = intentOf(account, invoice)
    const saved = methodOf(account, subscription)
    if (intent && saved) Object.assign(intent, { payment_method: saved.id, status: 'requires_confirmation' })
    return subscription
  }
  const refusal = payInvoice(account, invoice, { offSession: params.off_session ?? behavior === 'error_if_incomplete' })
  if (refusal && behavior === 'error_if_incomplete') {
    endSubscription(account, subscription, 'payment_failed')
    account.table('subscriptions').delete(subscription.id)
    throw refusal
  }
  return subscription
}
