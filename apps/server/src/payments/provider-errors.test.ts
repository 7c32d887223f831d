import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { AppError } from '../core/app-error.ts'
import { CallRefused, explainProviderError, KeyRefused, mayMissCard, StateChanged } from './provider-errors.ts'

const { StripeAuthenticationError, StripeIdempotencyError, StripeInvalidRequestError, StripePermissionError } =
  Stripe.errors
const raw = (details: object) => ({ type: 'invalid_request_error', statusCode: 400, ...details }) as never

it.each([
  ['without a code', new StripeInvalidRequestError(raw({})), CallRefused, true],
  [
    'for the card that it names',
    new StripeInvalidRequestError(raw({ code: 'x', param: 'payment_method' })),
    CallRefused,
    true,
  ],
  [
    'with a code of something else',
    new StripeInvalidRequestError(raw({ code: 'tax_id_prohibited' })),
    CallRefused,
    false,
  ],
  ['for its state', new StripeInvalidRequestError(raw({ code: 'charge_already_refunded' })), StateChanged, false],
  ['for a key without the right to it', new StripePermissionError(raw({ statusCode: 403 })), KeyRefused, false],
  ['for a key that was revoked', new StripeAuthenticationError(raw({ statusCode: 401 })), KeyRefused, false],
  ['under the key of another one', new StripeIdempotencyError(raw({ type: 'idempotency_error' })), StateChanged, false],
  ['for an address without its object', new StripeInvalidRequestError(raw({ statusCode: 404 })), AppError, true],
])('tells whether a call that is refused %s may miss a card', (_, error, kind, expected) => {
  const explained = explainProviderError(error)
  expect(explained).toBeInstanceOf(kind)
  expect(mayMissCard(explained)).toBe(expected)
})
