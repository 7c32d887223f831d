import type { Account } from '../core/account.ts'
import type { Invoice, PaymentIntent } from '../core/objects.ts'
import { markPaid } from './invoice-state.ts'
import { endSubscription, isEnded, setStatus, subscriptionOf } from './subscription-state.ts'

const day = 86_400

const invoiceOf = (account: Account, intent: PaymentIntent): Invoice | undefined => {
  const id = account.hiddenOf(intent.id).invoice
  return id ? account.find('invoices', id) : undefined
}

/** Carries a payment over to its invoice and the subscription; other payments have neither. */
export function settlePaid(account: Account, intent: PaymentIntent): void {
  const invoice = invoiceOf(account, intent)
  if (!invoice) return
  markPaid(account, invoice)
  const subscription = subscriptionOf(account, invoice)
  if (isEnded(subscription)) return
  account.forget('expire_incomplete', subscription.id)
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = intent.payment_method
  }
  if (subscription.latest_invoice === invoice.id) setStatus(account, subscription, 'active')
}

export function settleFailed(account: Account, intent: PaymentIntent): void {
  const invoice = invoiceOf(account, intent)
  if (invoice?.status !== 'open') return
  const subscription = subscriptionOf(account, invoice)
  invoice.attempt_count++
  const tries = invoice.attempt_count
  invoice.attempted = true
  const { days, end } = account.retries
  const wait = days[tries - 1]
  const retries = invoice.billing_reason === 'subscription_cycle' && !isEnded(subscription)
  invoice.next_payment_attempt = retries && wait !== undefined ? account.now() + wait * day : null
  if (invoice.next_payment_attempt) account.plan('retry_invoice', invoice.id, invoice.next_payment_attempt)
  account.emit('invoice.payment_failed', invoice)
  if (intent.last_payment_error?.code === 'authentication_required') {
    account.emit('invoice.payment_action_required', invoice)
  }
  if (isEnded(subscription) || subscription.status === 'incomplete') return
  if (!retries || wait !== undefined || end === 'past_due') setStatus(account, subscription, 'past_due')
  else if (end === 'unpaid') setStatus(account, subscription, 'unpaid')
  else endSubscription(account, subscription, 'payment_failed')
}
