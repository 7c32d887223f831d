import type { Account } from '../core/account.ts'
import type { Invoice, Subscription } from '../core/objects.ts'
import { voidInvoice } from './invoice-state.ts'

export function setStatus(account: Account, subscription: Subscription, status: Subscription['status']): void {
  if (subscription.status === status) return
  const previous = { status: subscription.status }
  subscription.status = status
  account.emit('customer.subscription.updated', subscription, previous)
}

export const isEnded = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

export const subscriptionOf = (account: Account, invoice: Invoice): Subscription =>
  account.find('subscriptions', invoice.parent?.subscription_details?.subscription as string)

/** Ends a subscription now. One whose first payment never came is given up, with its invoice; other open invoices stay open. */
export function endSubscription(
  account: Account,
  subscription: Subscription,
  reason: NonNullable<NonNullable<Subscription['cancellation_details']>['reason']>,
): Subscription {
  const isIncomplete = subscription.status === 'incomplete'
  const now = account.now()
  for (const task of ['renew', 'trial_will_end', 'expire_incomplete']) account.forget(task, subscription.id)
  const invoice = subscription.latest_invoice ? account.find('invoices', subscription.latest_invoice) : undefined
  if (isIncomplete && invoice?.status === 'open') voidInvoice(account, invoice)
  if (invoice) {
    account.forget('retry_invoice', invoice.id)
    account.forget('finalize_invoice', invoice.id)
    invoice.next_payment_attempt = null
    invoice.auto_advance = false
  }
  Object.assign(subscription, {
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    pending_update: null,
    status: isIncomplete ? 'incomplete_expired' : 'canceled',
  } satisfies Partial<Subscription>)
  const details = subscription.cancellation_details ?? {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: null,
  }
  subscription.cancellation_details = { ...details, reason: details.reason ?? reason }
  if (isIncomplete) account.emit('customer.subscription.updated', subscription, { status: 'incomplete' })
  else account.emit('customer.subscription.deleted', subscription)
  return subscription
}
