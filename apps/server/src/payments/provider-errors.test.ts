import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { CallRefused, explainProviderError, mayMissCard, StateChanged } from './provider-errors.ts'

const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors
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
  ['for a key without the right to it', new StripePermissionError(raw({ statusCode: 403 })), Error, false],
])('tells whether a call that is refused %s may miss a card', (_, error, kind, expected) => {
  const explained = explainProviderError(error)
  expect(explained).toBeInstanceOf(kind)
  expect(mayMissCard(explained)).toBe(expected)
})
