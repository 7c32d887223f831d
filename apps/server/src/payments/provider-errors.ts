import { refusalOf } from '@escola/contract/payment-errors'
import type { Stripe } from 'stripe'
import { AppError, notFound } from '../core/app-error.ts'

/** A card was refused, or the payer did not confirm: nothing was charged. */
export class CardRefused extends AppError {
  /** Decline or error code of the provider. */
  readonly fault: string
  constructor(fault: string) {
    const { code, text } = refusalOf(fault)
    super(code, { fields: { card: text } })
    this.fault = fault
  }
}

/** The provider refused what a call asks for, for a reason of its own, which is in the log: nothing of it was done. */
export class CallRefused extends AppError {
  /** True where a program can't tell the reason, or where it is the card: a card that was detached meanwhile is refused so. */
  readonly mayMissCard: boolean
  constructor(reason: string, { mayMissCard }: { mayMissCard: boolean }) {
    super('payment_refused', { cause: new Error(reason) })
    this.mayMissCard = mayMissCard
  }
}

/** Our key is refused, or has no right to the call: nothing of it was done, and nothing will be until an operator changes the key. */
export class KeyRefused extends AppError {
  constructor(reason: string) {
    super('payment_key_refused', { cause: new Error(`${reason}: see the rights of STRIPE_SECRET_KEY in payments.md`) })
  }
}

/**
 * The object is in no state for the call: it was paid, canceled or detached meanwhile, and its state has to be read again. A call that comes under the key of
 * another one is refused in the same way: what the other one did is there to be read.
 */
export class StateChanged extends AppError {
  constructor(reason: string) {
    super('payment_changed', { cause: new Error(reason) })
  }
}

const awayTypes = new Set(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'])
const changedCodes = new Set([
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
  'charge_already_refunded',
  'charge_disputed',
  'refund_disputed_payment',
  'charge_not_refundable',
  'resource_already_exists',
])

const keyTypes = new Set(['StripePermissionError', 'StripeAuthenticationError'])

/** Translates an error of the provider's SDK, without what was sent: there are secrets in it. */
export function explainProviderError(error: unknown): unknown {
  if (!isProviderError(error)) return error
  const { type, code = '', statusCode = 0 } = error
  if (type === 'StripeCardError') return new CardRefused(error.decline_code || code)
  const isBusy = code === 'idempotency_key_in_use' || code === 'lock_timeout'
  if (awayTypes.has(type) || isBusy || statusCode >= 500) return new AppError('payment_provider_away')
  // A refund of more than is left has no code: a part went back by another way.
  if (changedCodes.has(code) || error.param === 'amount') return new StateChanged(code || 'amount')
  // A missing object is 400 where a parameter names it, and 404, with a code or without, where the address does.
  if (code === 'resource_missing' || statusCode === 404) return notFound()
  const reason = `the payment provider refused a call: ${type} ${statusCode} ${code} ${error.param ?? ''}`.trim()
  if (keyTypes.has(type)) return new KeyRefused(reason)
  if (type === 'StripeIdempotencyError') return new StateChanged(reason)
  const namesCard = error.param === 'payment_method' || error.param === 'default_payment_method'
  const isUnexplained = type === 'StripeInvalidRequestError' && code === ''
  return new CallRefused(reason, { mayMissCard: isUnexplained || namesCard })
}

const isProviderError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

/**
 * Waits for a call that the provider may refuse because its object is as it should be already: it has changed since it was read.
 * @param isSettled reads the object again
 */
export async function unlessSettled(call: Promise<unknown>, isSettled: () => Promise<boolean>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(await isSettled())) throw error
  }
}

/** Tells whether the provider gave no answer. */
export const isAway = (error: unknown): boolean => error instanceof AppError && error.code === 'payment_provider_away'

const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'not_found'

/** Tells whether a call may have failed because a card that it names was detached at the provider. */
export const mayMissCard = (error: unknown): boolean =>
  error instanceof CallRefused ? error.mayMissCard : isNotFound(error)

/** Waits for an answer about an object; undefined where the provider has no such object any more. */
export async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
