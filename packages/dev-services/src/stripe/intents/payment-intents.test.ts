import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, connectTo, refusalOf, startChecked } from '../checked-stripe.testing.ts'

let bench: Bench
let stripe: Stripe
beforeAll(async () => {
  bench = await startChecked()
  stripe = bench.stripe
})
afterAll(() => bench.stop())

const pay = (method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 2990,
    currency: 'brl',
    allowed_payment_method_types: ['card'],
    payment_method: method,
    confirm: true,
    ...more,
  })

/** A customer with a saved card. */
async function customerWith(method: string) {
  const customer = await stripe.customers.create({ name: 'Escola' })
  const card = await stripe.paymentMethods.attach(method, { customer: customer.id })
  return { customer: customer.id, payment_method: card.id }
}

const typesOf = async (id: string) => {
  const { data } = await stripe.events.list({ limit: 100 })
  return data
    .filter(({ data: { object } }) => (object as { id: string }).id === id)
    .map(({ type }) => type)
    .reverse()
}

describe('a card', () => {
  it.each([
    ['visa', 'visa', '4242'],
    ['mastercard', 'mastercard', '4444'],
    ['amex', 'amex', '0005'],
    ['discover', 'discover', '1117'],
    ['diners', 'diners', '0004'],
    ['jcb', 'jcb', '0505'],
    ['elo', 'elo', '7013'],
    ['hipercard', 'hipercard', '6634'],
  ])('pm_card_%s pays', async (name, brand, last4) => {
    const intent = await pay(`pm_card_${name}`, { expand: ['latest_charge.balance_transaction', 'payment_method'] })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 2990,
      payment_method: { card: { brand, last4 } },
    })
    const charge = intent.latest_charge as Stripe.Charge
    expect(charge).toMatchObject({ paid: true, amount: 2990, payment_method_details: { card: { brand, last4 } } })
    const { amount, fee, net } = charge.balance_transaction as Stripe.BalanceTransaction
    expect(net).toBe(amount - fee)
    expect(await typesOf(intent.id)).toEqual(['payment_intent.created', 'payment_intent.succeeded'])
    expect(await typesOf(charge.id)).toEqual(['charge.succeeded'])
  })

  it.each([
    ['visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['chargeDeclinedExpiredCard', 'expired_card', ''],
    ['chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
    ['chargeDeclinedProcessingError', 'processing_error', ''],
  ])('pm_card_%s is refused as %s %s', async (name, code, decline_code) => {
    const refusal = await refusalOf(pay(`pm_card_${name}`))
    expect(refusal).toMatchObject({ type: 'StripeCardError', statusCode: 402, code })
    expect((refusal as Stripe.errors.StripeCardError).decline_code).toBe(decline_code)
    const intent = await stripe.paymentIntents.retrieve(refusal.payment_intent?.id as string)
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code },
    })
    expect(await typesOf(intent.id)).toEqual(['payment_intent.created', 'payment_intent.payment_failed'])
    const charges = await stripe.charges.list({ payment_intent: intent.id })
    expect(charges.data).toMatchObject([{ status: 'failed', paid: false, failure_code: code }])
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(2)
  })

  it('that is refused is not attached, but for 4000 0000 0000 0341, which is refused when it is to pay', async () => {
    const customer = (await stripe.customers.create({})).id
    const refused = stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer })
    expect(await refusalOf(refused)).toMatchObject({ code: 'card_declined' })
    const saved = await customerWith('pm_card_chargeCustomerFail')
    const refusal = await refusalOf(pay(saved.payment_method, { customer: saved.customer, off_session: true }))
    expect(refusal).toMatchObject({ code: 'card_declined' })
  })

  it.each([
    ['4242424242424241', 12, 2030, '123', 'incorrect_number', 'number'],
    ['4242424242424242', 13, 2030, '123', 'invalid_expiry_month', 'exp_month'],
    ['4242424242424242', 12, 2020, '123', 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', 12, 2030, '12', 'invalid_cvc', 'cvc'],
    ['4111111111111111', 12, 2030, '123', 'card_declined', undefined],
  ])('%s %i/%i %s typed in a page is refused: %s', async (number, exp_month, exp_year, cvc, code, param) => {
    const page = connectTo(bench.url, bench.settings.STRIPE_PUBLISHABLE_KEY)
    const refusal = await refusalOf(
      page.paymentMethods.create({ type: 'card', card: { number, exp_month, exp_year, cvc } }),
    )
    expect(refusal).toMatchObject({ type: 'StripeCardError', code })
    expect(refusal.param).toBe(param)
  })

  it('number is taken from pages alone', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' }
    expect(await refusalOf(stripe.paymentMethods.create({ type: 'card', card }))).toMatchObject({ statusCode: 402 })
    expect((await bench.control.createCard(card.number)).card?.last4).toBe('4242')
  })

  it('is saved by a payment that says so, listed, used in absence, detached, and serves no more', async () => {
    const customer = (await stripe.customers.create({})).id
    const first = await pay('pm_card_visa', { customer, setup_future_usage: 'off_session' })
    const card = first.payment_method as string
    const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card' })
    expect(data.map(({ id }) => id)).toEqual([card])
    expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data).toHaveLength(1)
    expect(await pay(card, { customer, off_session: true })).toMatchObject({ status: 'succeeded' })
    expect((await stripe.paymentMethods.detach(card)).customer).toBeNull()
    expect(await refusalOf(stripe.paymentMethods.detach(card))).toMatchObject({ statusCode: 400 })
    expect(await refusalOf(pay(card, { customer }))).toMatchObject({
      message: expect.stringContaining('may not be used again'),
    })
    const once = await pay('pm_card_visa')
    expect(await refusalOf(pay(once.payment_method as string))).toMatchObject({ statusCode: 400 })
  })

  it('of another customer, or of a customer who isn’t named, does not pay', async () => {
    const ana = await customerWith('pm_card_visa')
    const bia = await stripe.customers.create({})
    expect(await refusalOf(pay(ana.payment_method, { customer: bia.id }))).toMatchObject({ param: 'payment_method' })
    expect(await refusalOf(pay(ana.payment_method))).toMatchObject({ param: 'customer' })
    const attached = stripe.paymentMethods.attach(ana.payment_method, { customer: bia.id })
    expect(await refusalOf(attached)).toMatchObject({ statusCode: 400 })
  })
})

describe('3-D Secure', () => {
  it('is asked in the page or by a redirection, and the payment goes on or is given back by the answer', async () => {
    const intent = await pay('pm_card_authenticationRequired')
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
      latest_charge: null,
    })
    expect(await bench.control.authenticate(intent.id)).toMatchObject({ status: 'succeeded' })
    const expanded = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    const { payment_method_details } = expanded.latest_charge as Stripe.Charge
    expect(payment_method_details?.card?.three_d_secure?.result).toBe('authenticated')

    const redirected = await pay('pm_card_authenticationRequired', { return_url: 'https://escola.example/back' })
    expect(redirected.next_action).toMatchObject({
      type: 'redirect_to_url',
      redirect_to_url: { return_url: 'https://escola.example/back' },
    })
    expect(await bench.control.authenticate(redirected.id, false)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect(await typesOf(redirected.id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.payment_failed',
    ])
  })

  it('of 4000 0084 0000 1629 is passed, and the card then refused', async () => {
    const intent = await pay('pm_card_threeDSecureRequiredChargeDeclined')
    expect(await bench.control.authenticate(intent.id)).toMatchObject({ last_payment_error: { code: 'card_declined' } })
  })

  it('is required in absence of a card that always asks, and not of one that was set up', async () => {
    const always = await customerWith('pm_card_authenticationRequired')
    const refusal = await refusalOf(pay(always.payment_method, { customer: always.customer, off_session: true }))
    expect(refusal).toMatchObject({ statusCode: 402, code: 'authentication_required' })

    const customer = (await stripe.customers.create({})).id
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url: 'https://escola.example',
    })
    expect(setup.status).toBe('requires_action')
    await bench.control.authenticate(setup.id)
    const card = (await stripe.setupIntents.retrieve(setup.id)).payment_method as string
    expect(await pay(card, { customer, off_session: true })).toMatchObject({ status: 'succeeded' })
  })
})

describe('a payment intent', () => {
  it('is made, confirmed and cancelled in the states that allow it', async () => {
    const made = await stripe.paymentIntents.create({
      amount: 14_900,
      currency: 'brl',
      allowed_payment_method_types: ['card'],
    })
    expect(made).toMatchObject({
      status: 'requires_payment_method',
      client_secret: expect.stringContaining(`${made.id}_secret_`),
    })
    expect(await refusalOf(stripe.paymentIntents.confirm(made.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const paid = await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
    expect(await refusalOf(stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(await refusalOf(stripe.paymentIntents.cancel(made.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: made.id },
    })
    const other = await stripe.paymentIntents.create({ amount: 100, currency: 'brl' })
    expect(await stripe.paymentIntents.cancel(other.id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    })
    expect(await typesOf(other.id)).toEqual(['payment_intent.created', 'payment_intent.canceled'])
  })

  it('with all ways to pay asks for an address to come back to', async () => {
    const intent = { amount: 1000, currency: 'brl', payment_method: 'pm_card_visa', confirm: true }
    expect(await refusalOf(stripe.paymentIntents.create(intent))).toMatchObject({
      message: expect.stringContaining('return_url'),
    })
    const back = await stripe.paymentIntents.create({ ...intent, return_url: 'https://escola.example' })
    expect(back).toMatchObject({ status: 'succeeded', payment_method_types: ['card', 'pix'] })
  })

  it('of a card that is refused is answered again under its key, without another charge', async () => {
    const customer = (await stripe.customers.create({})).id
    const key = { idempotencyKey: 'declined' }
    const create = () =>
      stripe.paymentIntents.create(
        {
          amount: 1000,
          currency: 'brl',
          customer,
          allowed_payment_method_types: ['card'],
          payment_method: 'pm_card_visa_chargeDeclined',
          confirm: true,
        },
        key,
      )
    const [first, second] = [await refusalOf(create()), await refusalOf(create())]
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
    expect((await stripe.charges.list({ customer })).data).toHaveLength(1)
  })
})

describe('a setup intent', () => {
  it('saves a card for payments in absence, or says why not', async () => {
    const customer = (await stripe.customers.create({})).id
    const made = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
    })
    const done = await stripe.setupIntents.confirm(made.id, { payment_method: 'pm_card_mastercard' })
    expect(done.status).toBe('succeeded')
    expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1)
    const refusal = await refusalOf(
      stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa_chargeDeclined', confirm: true }),
    )
    expect(refusal).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      setup_intent: { status: 'requires_payment_method' },
    })
    const asked = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
    })
    await bench.control.authenticate(asked.id, false)
    expect(await stripe.setupIntents.retrieve(asked.id)).toMatchObject({
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
    expect(await stripe.setupIntents.cancel(asked.id)).toMatchObject({ status: 'canceled' })
    for (const call of [
      () => stripe.setupIntents.confirm(asked.id, { payment_method: 'pm_card_visa' }),
      () => stripe.setupIntents.cancel(asked.id),
    ])
      expect(await refusalOf(call())).toMatchObject({ code: 'setup_intent_unexpected_state' })
  })
})
