import type { Account } from '../core/account.ts'
import type { Subscription } from '../core/objects.ts'
import { addInvoice, draftInvoice } from './invoice-state.ts'
import { periodLines } from './lines.ts'
import { collectInvoice } from './pay-invoice.ts'
import { nextBoundary } from './periods.ts'
import { endSubscription, isEnded, setStatus } from './subscription-state.ts'

const hour = 3600

/** A period is over: the next one begins with a draft, which is opened and collected an hour later, or the subscription ends. */
export function renew(account: Account, id: string): void {
  const subscription = account.find('subscriptions', id)
  if (isEnded(subscription) || subscription.status === 'incomplete') return
  if (subscription.cancel_at_period_end) {
    endSubscription(account, subscription, 'cancellation_requested')
    return
  }
  const previous = { items: structuredClone(subscription.items) }
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end
    const anchor = subscription.billing_cycle_anchor
    item.current_period_end = nextBoundary(
      anchor,
      item.price as Parameters<typeof nextBoundary>[1],
      item.current_period_start,
    )
  }
  account.plan('renew', id, subscription.items.data[0]?.current_period_end as number)
  const customer = account.find('customers', subscription.customer)
  const waiting = account.pendingLines(id).splice(0)
  const lines = periodLines(account, subscription)
  const draft = draftInvoice(account, {
    customer,
    subscription,
    reason: 'subscription_cycle',
    lines: [...waiting, ...lines],
  })
  const invoice = addInvoice(account, draft, subscription)
  account.plan('finalize_invoice', invoice.id, account.now() + hour)
  account.emit('customer.subscription.updated', subscription, previous)
  if (subscription.status === 'trialing') setStatus(account, subscription, 'active')
}

/** Ends the present period of a subscription at once, and collects the next one. */
export function renewNow(account: Account, subscription: Subscription): void {
  account.forget('renew', subscription.id)
  for (const item of subscription.items.data) item.current_period_end = account.now()
  renew(account, subscription.id)
  const invoice = subscription.latest_invoice as string
  account.forget('finalize_invoice', invoice)
  collect(account, invoice)
}

/** A trial ends in three days, or in less where it was shorter. */
export function announceTrialEnd(account: Account, id: string): void {
  account.emit('customer.subscription.trial_will_end', account.find('subscriptions', id))
}

export function collect(account: Account, id: string): void {
  const invoice = account.find('invoices', id)
  if (invoice.status === 'draft' || invoice.status === 'open') collectInvoice(account, invoice)
}

/** The first payment never came. */
export function expireIncomplete(account: Account, id: string): void {
  const subscription = account.find('subscriptions', id)
  if (subscription.status === 'incomplete') endSubscription(account, subscription, 'payment_failed')
}
