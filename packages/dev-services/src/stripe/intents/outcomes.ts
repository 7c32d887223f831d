import { settleFailed, settlePaid } from '../billing/settle.ts'
import type { Decline } from '../cards/test-cards.ts'
import { makeCharge } from '../charges.ts'
import type { Account } from '../core/account.ts'
import { StripeError } from '../core/errors.ts'
import type { PaymentIntent, PaymentMethod, SetupIntent } from '../core/objects.ts'
import { disputeCharge } from '../disputes.ts'
import { attach, cardOf } from '../payment-methods.ts'

export function succeed(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod,
  more: { isAuthenticated?: boolean } = {},
): void {
  const charge = makeCharge(account, { intent, method, ...more })
  Object.assign(intent, {
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
    payment_method: method.id,
    status: 'succeeded',
  } satisfies Partial<PaymentIntent>)
  const customer = intent.customer ? account.find('customers', intent.customer) : undefined
  if (customer && intent.setup_future_usage && method.type === 'card') {
    attach(account, method, customer)
    account.hiddenOf(method.id).setUp = true
  }
  if (!method.customer) account.hiddenOf(method.id).spent = true
  account.emit('payment_intent.succeeded', intent)
  settlePaid(account, intent)
  if (method.type === 'card' && cardOf(account, method).disputes) disputeCharge(account, charge)
}

export function fail(account: Account, intent: PaymentIntent, method: PaymentMethod, decline: Decline): StripeError {
  intent.latest_charge = makeCharge(account, { intent, method, decline }).id
  return giveBack(account, intent, method, { ...decline, charge: intent.latest_charge, type: 'card_error' })
}

export type Failure = Decline & { charge?: string; type: 'card_error' | 'invalid_request_error' }

/** Ends an attempt: the intent waits for another payment method. */
export function giveBack(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: Failure,
): StripeError {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = errorOf(failure, method) as PaymentIntent['last_payment_error']
  account.emit('payment_intent.payment_failed', intent)
  settleFailed(account, intent)
  const { message, type, ...details } = failure
  return new StripeError(402, type, message, {
    ...details,
    payment_intent: structuredClone(intent),
    payment_method: structuredClone(method),
  })
}

export const errorOf = ({ type, message, ...details }: Failure, method: PaymentMethod) => ({
  ...details,
  doc_url: `https://docs.stripe.com/error-codes/${details.code.replaceAll('_', '-')}`,
  message,
  payment_method: structuredClone(method),
  type,
})

export const refusedAuthentication = (intent: PaymentIntent | SetupIntent): Failure => ({
  code: `${intent.object}_authentication_failure`,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  type: 'invalid_request_error',
})
