import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, refusalOf, startChecked } from '../checked-stripe.testing.ts'

let bench: Bench
let stripe: Stripe
beforeAll(async () => {
  bench = await startChecked()
  stripe = bench.stripe
})
afterAll(() => bench.stop())

const create = (pix: Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Pix = {}, client = stripe) =>
  client.paymentIntents.create({
    amount: 2990,
    currency: 'brl',
    allowed_payment_method_types: ['pix'],
    payment_method_data: { type: 'pix', billing_details: { name: 'Ana' } },
    payment_method_options: { pix },
    confirm: true,
  })

it('a code is shown, paid once, and nothing is left to expire', async () => {
  const intent = await create({ expires_after_seconds: 3600 })
  expect(intent.status).toBe('requires_action')
  const code = intent.next_action?.pix_display_qr_code
  expect(code?.data).toMatch(/^000201.*5204000053039865405 ?29\.905802BR.*6304[0-9A-F]{4}$/)
  expect(code?.expires_at).toBeGreaterThanOrEqual(intent.created + 3600)
  expect(await bench.control.payPix(intent.id)).toMatchObject({ status: 'succeeded', amount_received: 2990 })
  await bench.control.payPix(intent.id)
  const charges = await stripe.charges.list({ payment_intent: intent.id })
  expect(charges.data).toMatchObject([
    { payment_method_details: { type: 'pix' }, balance_transaction: expect.any(String) },
  ])
  await bench.control.expirePix(intent.id)
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
})

it('a code expires when the account’s clock is there, by itself too, and another one can be asked for', async () => {
  const { stripe, control } = bench.connect()
  const intent = await create({ expires_after_seconds: 3600 }, stripe)
  await control.advance({ seconds: 3500 })
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
  await control.advance({ seconds: 200 })
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
  })
  const again = await stripe.paymentIntents.confirm(intent.id, {
    payment_method_data: { type: 'pix' },
    payment_method_options: { pix: { expires_after_seconds: 10 } },
  })
  expect(again.status).toBe('requires_action')
  await control.advance({ seconds: 9 })
  await expect
    .poll(async () => (await stripe.paymentIntents.retrieve(intent.id)).status)
    .toBe('requires_payment_method')
})

it('a code that was given up is not paid', async () => {
  const intent = await create()
  await stripe.paymentIntents.cancel(intent.id)
  expect(await bench.control.payPix(intent.id)).toMatchObject({ status: 'canceled', amount_received: 0 })
})

it('an expiration outside Stripe’s bounds is refused', async () => {
  const param = 'payment_method_options[pix][expires_after_seconds]'
  for (const seconds of [9, 1_209_601]) {
    expect(await refusalOf(create({ expires_after_seconds: seconds }))).toMatchObject({ param })
  }
})
