import type { Account } from '../core/account.ts'
import { refuse, type StripeError } from '../core/errors.ts'
import type { Invoice, PaymentMethod, Subscription } from '../core/objects.ts'
import { attemptPayment } from '../intents/attempt.ts'
import { finalizeInvoice, intentOf } from './invoice-state.ts'
import { settleFailed } from './settle.ts'
import { setStatus, subscriptionOf } from './subscription-state.ts'

/** The card that a subscription is paid with: its own, or else the customer's. */
export function methodOf(account: Account, subscription: Subscription): PaymentMethod | undefined {
  const customer = account.find('customers', subscription.customer)
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return id ? account.find('payment_methods', id as string) : undefined
}

/** Tries to get an open invoice paid. @returns why it isn't; nothing too when the payer has to act first */
export function payInvoice(
  account: Account,
  invoice: Invoice,
  { method, offSession }: { method?: PaymentMethod; offSession: boolean },
): StripeError | undefined {
  const subscription = subscriptionOf(account, invoice)
  const intent = intentOf(account, invoice)
  if (!intent || invoice.status !== 'open') return undefined
  const card = method ?? methodOf(account, subscription)
  if (!card) {
    const message =
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.'
    return refuse(message, { code: 'resource_missing' })
  }
  const refusal = attemptPayment(account, intent, { method: card, offSession, usesScript: true })
  if (intent.status === 'requires_action') {
    invoice.attempted = true
    account.emit('invoice.payment_action_required', invoice)
    if (subscription.status === 'active') setStatus(account, subscription, 'past_due')
  }
  return refusal
}

/** Opens a draft and tries to get it paid while the customer is away. */
export function collectInvoice(account: Account, invoice: Invoice): void {
  finalizeInvoice(account, invoice)
  const refusal = payInvoice(account, invoice, { offSession: true })
  const intent = intentOf(account, invoice)
  // Without any card the attempt fails as well, though there is nothing to try.
  if (refusal?.details.code === 'resource_missing' && intent) settleFailed(account, intent)
}
