import type { Stripe } from 'stripe'
import type { Account } from '../core/account.ts'
import { refuse, refuseUndone } from '../core/errors.ts'
import type { Invoice, Item, Line, PaymentMethod, Subscription } from '../core/objects.ts'
import { allowOnly, changeOf, mergeMetadata } from '../core/parameters.ts'
import { addInvoice, draftInvoice, finalizeInvoice, voidInvoice } from './invoice-state.ts'
import { makeItem, makeProrations, pricesOf } from './lines.ts'
import { payInvoice } from './pay-invoice.ts'
import { readPaymentSettings, recurringPrice } from './prices.ts'
import { applyPending } from './settle.ts'
import { isEnded, setStatus } from './subscription-state.ts'

type Update = Stripe.SubscriptionUpdateParams
type ItemParams = NonNullable<Update['items']>

const hour = 3600
const done =
  'items cancel_at_period_end cancellation_details default_payment_method metadata description payment_behavior payment_settings proration_behavior proration_date off_session billing_cycle_anchor'

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
  if (params.payment_behavior === 'pending_if_incomplete') refuseBesidePending(params)
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

function refuseBesidePending(params: Update): void {
  const other = Object.keys(params).find(
    (key) =>
      !/^(expand|items|payment_behavior|proration_behavior|proration_date|billing_cycle_anchor|off_session)$/.test(key),
  )
  if (!other) return
  const message = `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params such as \`proration_behavior\`, \`proration_date\`, and \`items\`. Unsupported: ${other}.`
  throw refuse(message, { param: other })
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

type Behavior = Pick<Update, 'proration_behavior' | 'proration_date' | 'payment_behavior' | 'off_session'>

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
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  const isAllOrNothing = behavior === 'error_if_incomplete'
  const apply = () => {
    const previous = { items: structuredClone(subscription.items) }
    subscription.items.data = items
    account.emit('customer.subscription.updated', subscription, previous)
  }
  if (params.proration_behavior !== 'always_invoice' || !lines.length) {
    apply()
    account.pendingLines(subscription.id).push(...lines)
    return
  }
  const { latest_invoice: before } = subscription
  const waiting = [...account.pendingLines(subscription.id)]
  if (isAllOrNothing || behavior === 'pending_if_incomplete')
    subscription.pending_update = pendingUpdate(account, items)
  else apply()
  const invoice = invoiceNow(account, subscription, lines)
  if (invoice.status === 'paid') return void applyPending(account, subscription, invoice)
  if (behavior === 'default_incomplete') return void setStatus(account, subscription, 'past_due')
  if (subscription.pending_update)
    account.plan('expire_update', subscription.id, subscription.pending_update.expires_at)
  const refusal = payInvoice(account, invoice, { offSession: isAllOrNothing || (params.off_session ?? false) })
  if (!refusal || !isAllOrNothing) return
  account.forget('expire_update', subscription.id)
  voidInvoice(account, invoice)
  Object.assign(subscription, { latest_invoice: before, pending_update: null })
  account.pendingLines(subscription.id).push(...waiting)
  throw refusal
}

function pendingUpdate(account: Account, items: Item[]): NonNullable<Subscription['pending_update']> {
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: account.now() + 23 * hour,
    metadata: null,
    subscription_items: items,
    trial_end: null,
    trial_from_plan: null,
  }
}

/** Bills the lines, and those that waited for the next invoice, at once. */
function invoiceNow(account: Account, subscription: Subscription, lines: Line[]): Invoice {
  const customer = account.find('customers', subscription.customer)
  const waiting = account.pendingLines(subscription.id).splice(0)
  const all = [...waiting, ...lines]
  const draft = draftInvoice(account, { customer, subscription, reason: 'subscription_update', lines: all })
  const invoice = addInvoice(account, draft, subscription)
  finalizeInvoice(account, invoice)
  return invoice
}
