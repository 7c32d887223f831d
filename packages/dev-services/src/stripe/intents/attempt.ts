import { declines } from '../cards/test-cards.ts'
import type { Account } from '../core/account.ts'
import type { StripeError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { PaymentIntent, PaymentMethod, SetupIntent } from '../core/objects.ts'
import { cardOf } from '../payment-methods.ts'
import { fail, succeed } from './outcomes.ts'
import { showPixCode } from './pix.ts'

export interface Confirmation {
  method: PaymentMethod
  offSession?: boolean
  returnUrl?: string
  /** The page has Stripe.js, which asks the cardholder in place. */
  usesScript?: boolean
}

/** Tries to take the money. @returns why it was not taken; nothing when it was, or when the payer has to act first */
export function attemptPayment(
  account: Account,
  intent: PaymentIntent,
  confirmation: Confirmation,
): StripeError | undefined {
  const { method, offSession = false } = confirmation
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null
  if (method.type === 'pix') return showPixCode(account, intent)
  const renewals = offSession && intent.customer ? account.hiddenOf(intent.customer).renewals : undefined
  if (renewals === 'succeed') return void succeed(account, intent, method)
  if (renewals === 'fail') return fail(account, intent, method, declines.generic)
  const isAsked = intent.payment_method_options?.card?.request_three_d_secure === 'challenge'
  if (!asks(account, method) && !(isAsked && !offSession)) return chargeCard(account, intent, method)
  if (offSession) return fail(account, intent, method, declines.authentication)
  intent.status = 'requires_action'
  intent.next_action = authenticationOf(account, intent, confirmation) as PaymentIntent['next_action']
  account.emit('payment_intent.requires_action', intent)
  return undefined
}

/** Takes the money of a payment whose payer, where that was needed, was asked. */
export function chargeCard(account: Account, intent: PaymentIntent, method: PaymentMethod, isAuthenticated = false) {
  const { decline } = cardOf(account, method)
  if (decline) return fail(account, intent, method, decline)
  return void succeed(account, intent, method, { isAuthenticated })
}

/** Whether the cardholder has to be asked. */
export function asks(account: Account, method: PaymentMethod): boolean {
  const { authenticates } = cardOf(account, method)
  return authenticates === 'always' || (authenticates === 'unless_set_up' && !account.hiddenOf(method.id).setUp)
}

export function authenticationOf(
  account: Account,
  intent: PaymentIntent | SetupIntent,
  { returnUrl, usesScript }: Pick<Confirmation, 'returnUrl' | 'usesScript'>,
) {
  const url = `${account.baseUrl}/3d-secure/${intent.client_secret}`
  if (returnUrl && !usesScript) return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: newId('payatt') },
  }
}
