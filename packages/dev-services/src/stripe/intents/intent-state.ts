import type { Account } from '../core/account.ts'
import type { PaymentIntent } from '../core/objects.ts'

export function cancelIntent(
  account: Account,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  account.forget('expire_pix', intent.id)
  account.forget('finish_pix', intent.id)
  const canceled_at = account.now()
  Object.assign(intent, { status: 'canceled', canceled_at, cancellation_reason: reason, next_action: null })
  account.emit('payment_intent.canceled', intent)
  return intent
}

/** An intent that asks for nothing yet. */
export const emptyIntent = (account: Account) =>
  ({
    object: 'payment_intent',
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    created: account.now(),
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_record: null,
    processing: null,
    review: null,
    shipping: null,
    source: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }) satisfies Partial<PaymentIntent>
