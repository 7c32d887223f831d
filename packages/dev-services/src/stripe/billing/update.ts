import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse, refuseUndone } from '../core/errors.ts'
import type { Invoice, Item, Line, PaymentMethod, Subscription } from '../core/objects.ts'
import { allowOnly, changeOf, mergeMetadata } from '../core/parameters.ts'
import { addInvoice, draftInvoice, finalizeInvoice } from './invoice-state.ts'
import { makeItem, makeProrations, pricesOf } from './lines.ts'
import { payInvoice } from './pay-invoice.ts'
import { readPaymentSettings, recurringPrice } from './prices.ts'
import { isEnded } from './subscription-state.ts'

type Update = Stripe.SubscriptionUpdateParams
type ItemParams = NonNullable<Update['items']>

const done =
  'items cancel_at_period_end cancellation_details default_payment_method metadata description payment_settings proration_behavior proration_date off_session billing_cycle_anchor'

export function updateSubscription(
  account: Account,
  subscription: Subscription,
  params: Update,
  method: PaymentMethod | null | undefined,
): Subscription {
  allowOnly(params, done)
  if (params.billing_cycle_anchor && params.billing_cycle_anchor.type !== 'unchanged') {
    throw refuseUndone(`billing_cycle_anchor ${params.billing_cycle_anchor.type}`)
  }
  if (
    isEnded(subscription) &&
    Object.keys(params).some((key) => !/^(expand|metadata|cancellation_details)$/.test(key))
  ) {
    throw refuse('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const items = params.items && changedItems(account, subscription, params.items)
  if (items && subscription.status === 'incomplete') {
    throw refuse('This subscription is incomplete: its items cannot be changed before its first payment.', {
      param: 'items',
    })
  }
  const now = account.now()
  const ends = params.cancel_at_period_end ?? subscription.cancel_at_period_end
  const changes: Partial<Subscription> = {
    cancel_at_period_end: ends,
    cancel_at: ends ? (subscription.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: ends ? (subscription.canceled_at ?? now) : isEnded(subscription) ? subscription.canceled_at : null,
    metadata: mergeMetadata(subscription.metadata, params.metadata),
  }
  if (params.description !== undefined) changes.description = params.description || null
  if (method !== undefined) changes.default_payment_method = method?.id ?? null
  const previous = changeOf(subscription, changes)
  readPaymentSettings(subscription, params.payment_settings)
  if (Object.keys(previous).length) account.emit('customer.subscription.updated', subscription, previous)
  if (items) exchange(account, subscription, items, params)
  return subscription
}

/** The items after a change; one that names no item of the subscription is another one beside them. */
export function changedItems(account: Account, subscription: Subscription, params: ItemParams): Item[] {
  const items = structuredClone(subscription.items.data)
  for (const [index, change] of params.entries()) {
    allowOnly(change, 'id price quantity metadata')
    const old = change.id ? items.find((each) => each.id === change.id) : undefined
    if (change.id && !old) {
      throw refuse(`No such subscription_item: '${change.id}'`, {
        code: 'resource_missing',
        param: `items[${index}][id]`,
      })
    }
    const priced = old && !change.price ? old.price.id : change.price
    const price = recurringPrice(account, priced, `items[${index}][price]`)
    const first = items[0] as Item
    const { interval, interval_count } = first.price.recurring ?? {}
    if (price.recurring?.interval !== interval || price.recurring?.interval_count !== interval_count) {
      throw refuseUndone('a change of the billing interval')
    }
    if (old) Object.assign(old, pricesOf(price), { quantity: change.quantity ?? old.quantity })
    else {
      const period: [number, number] = [first.current_period_start, first.current_period_end]
      items.push(makeItem(account, subscription.id, price, change.quantity ?? 1, period))
    }
  }
  return items
}

type Behavior = Pick<Update, 'proration_behavior' | 'proration_date' | 'off_session'>

/** Sums to be charged or given back for other items. */
export function prorationsOf(
  account: Account,
  subscription: Subscription,
  items: Item[],
  { proration_behavior, proration_date }: Behavior,
): Line[] {
  if (proration_behavior === 'none') return []
  if (subscription.status === 'trialing') throw refuseUndone('a proration within a trial')
  const at = proration_date ?? account.now()
  const { current_period_start: start = 0, current_period_end: end = 0 } = subscription.items.data[0] ?? {}
  if (at < start || at > end) {
    throw refuse('Cannot specify `proration_date` outside the subscription’s current period.', {
      param: 'proration_date',
    })
  }
  return makeProrations(account, subscription, subscription.items.data, items, at)
}

function exchange(account: Account, subscription: Subscription, items: Item[], params: Behavior): void {
  const lines = prorationsOf(account, subscription, items, params)
  const previous = { items: structuredClone(subscription.items) }
  subscription.items.data = items
  account.emit('customer.subscription.updated', subscription, previous)
  if (params.proration_behavior !== 'always_invoice' || !lines.length) {
    account.pendingLines(subscription.id).push(...lines)
    return
  }
  const invoice = invoiceNow(account, subscription, lines)
  if (invoice.status !== 'paid') payInvoice(account, invoice, { offSession: params.off_session ?? false })
}

/** Bills the lines at once, with the lines that waited for the next invoice. */
function invoiceNow(account: Account, subscription: Subscription, lines: Line[]): Invoice {
  const customer = account.find('customers', subscription.customer)
  const waiting = account.pendingLines(subscription.id).splice(0)
  const all = [...waiting, ...lines]
  const draft = draftInvoice(account, { customer, subscription, reason: 'subscription_update', lines: all })
  const invoice = addInvoice(account, draft, subscription)
  finalizeInvoice(account, invoice)
  return invoice
}
