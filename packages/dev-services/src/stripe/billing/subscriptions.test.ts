import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, refusalOf, startChecked } from '../checked-stripe.testing.ts'
import type { StripeControl } from '../control/client.ts'

let bench: Bench
let stripe: Stripe
let control: StripeControl
let middle: Stripe.Price
let upper: Stripe.Price
beforeAll(async () => {
  bench = await startChecked()
})
afterAll(() => bench.stop())
beforeEach(async () => {
  ;({ stripe, control } = bench.connect())
  middle = await newPrice('Middle', 19_900)
  upper = await newPrice('Super', 59_900)
})

async function newPrice(name: string, unit_amount: number) {
  const product = await stripe.products.create({ name })
  const lookup_key = name.toLowerCase()
  return stripe.prices.create({
    product: product.id,
    currency: 'brl',
    unit_amount,
    recurring: { interval: 'month' },
    lookup_key,
  })
}

async function newCustomer(card = 'pm_card_visa') {
  const customer = await stripe.customers.create({ email: 'escola@escola.example' })
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
  return customer.id
}

const subscribe = (customer: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  stripe.subscriptions.create({ customer, items: [{ price: middle.id }], ...more })

const read = (id: string) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] })
const lastInvoice = async (id: string) => (await read(id)).latest_invoice as Stripe.Invoice
const typesOf = async (prefix: string) => {
  const { data } = await stripe.events.list({ type: `${prefix}*`, limit: 100 })
  return data.map(({ type }) => type).reverse()
}

/** Changes the subscription's only item to another price. */
const change = (
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  more: Partial<Stripe.SubscriptionUpdateParams> = {},
) =>
  stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id, price: price.id }],
    proration_behavior: 'always_invoice',
    ...more,
  })

describe('prices', () => {
  it('are found by their lookup key, which names one price at a time', async () => {
    expect((await stripe.prices.list({ lookup_keys: ['super'], expand: ['data.product'] })).data).toMatchObject([
      { id: upper.id, product: { name: 'Super' } },
    ])
    const again = { product: middle.product as string, currency: 'brl', unit_amount: 100, lookup_key: 'super' }
    expect(await refusalOf(stripe.prices.create(again))).toMatchObject({ code: 'resource_already_exists' })
    const moved = await stripe.prices.create({ ...again, transfer_lookup_key: true })
    expect((await stripe.prices.list({ lookup_keys: ['super'] })).data.map(({ id }) => id)).toEqual([moved.id])
    const refusal = await refusalOf(subscribe(await newCustomer(), { items: [{ price: moved.id }] }))
    expect(refusal).toMatchObject({ param: 'items[0][price]' })
  })
})

describe('a subscription', () => {
  it('is paid at once with the saved card, and renewed each month of 14', async () => {
    const customer = await newCustomer()
    const made = await subscribe(customer)
    expect(made).toMatchObject({ status: 'active', items: { data: [{ price: { id: middle.id } }] } })
    const first = await lastInvoice(made.id)
    expect(first).toMatchObject({ status: 'paid', amount_paid: 19_900, billing_reason: 'subscription_create' })
    // Fourteen months have up to 428 days, and an invoice is settled an hour after its month begins.
    for (let month = 0; month < 14; month++) await control.advance({ days: 30.8 })
    const { data } = await stripe.invoices.list({ subscription: made.id, limit: 100 })
    expect(data.map(({ status }) => status)).toEqual(Array(15).fill('paid'))
    expect((await stripe.charges.list({ customer, limit: 100 })).data).toHaveLength(15)
    const renewed = await read(made.id)
    const { current_period_start, current_period_end } = renewed.items.data[0] as Stripe.SubscriptionItem
    expect(new Date(current_period_end * 1000).getUTCDate()).toBeLessThanOrEqual(
      new Date(made.created * 1000).getUTCDate(),
    )
    expect(current_period_end - current_period_start).toBeGreaterThan(27 * 86_400)
  })

  it('charges nothing in its trial, and each month from its end on', async () => {
    const customer = await newCustomer()
    const trial_end = Math.floor(Date.now() / 1000) + 20 * 86_400
    const made = await subscribe(customer, { trial_end })
    expect(made).toMatchObject({ status: 'trialing', trial_end, billing_cycle_anchor: trial_end })
    expect(made.items.data[0]!.current_period_end).toBe(trial_end)
    expect(await lastInvoice(made.id)).toMatchObject({ status: 'paid', total: 0, payments: { data: [] } })
    expect((await stripe.subscriptions.list({ customer, status: 'trialing' })).data).toHaveLength(1)
    await change(made, upper, { proration_behavior: 'none' })
    await control.advance({ days: 18 })
    expect(await typesOf('customer.subscription.trial')).toEqual(['customer.subscription.trial_will_end'])
    expect((await stripe.charges.list({ customer })).data).toEqual([])
    await control.advance({ days: 3 })
    expect(await read(made.id)).toMatchObject({ status: 'active', latest_invoice: { amount_paid: 59_900 } })
    await control.advance({ days: 31 })
    expect((await stripe.charges.list({ customer })).data).toHaveLength(2)
    const past = subscribe(customer, { trial_end: trial_end - 40 * 86_400 })
    expect(await refusalOf(past)).toMatchObject({ param: 'trial_end' })
  })

  it('begun incomplete is paid by the page’s confirmation of its invoice’s secret', async () => {
    const customer = (await stripe.customers.create({})).id
    const made = await subscribe(customer, {
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    })
    expect(made.status).toBe('incomplete')
    const invoice = made.latest_invoice as Stripe.Invoice
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string
    expect(invoice.confirmation_secret?.client_secret).toContain(`${intent}_secret_`)
    const declined = stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa_chargeDeclined' })
    expect(await refusalOf(declined)).toMatchObject({ code: 'card_declined' })
    expect((await read(made.id)).status).toBe('incomplete')
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_authenticationRequiredOnSetup' })
    await control.authenticate(intent)
    const paid = await read(made.id)
    expect(paid).toMatchObject({
      status: 'active',
      default_payment_method: expect.stringMatching(/^pm_/),
      latest_invoice: { status: 'paid' },
    })
    expect(
      (await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } })).data,
    ).toMatchObject([{ invoice: invoice.id, status: 'paid' }])
    expect(await typesOf('customer.subscription')).toEqual([
      'customer.subscription.created',
      'customer.subscription.updated',
    ])
    await control.advance({ days: 32 })
    expect((await lastInvoice(made.id)).status).toBe('paid')
  })

  it('whose first payment never comes is given up after 23 hours', async () => {
    const made = await subscribe(await newCustomer(), { payment_behavior: 'default_incomplete' })
    await control.advance({ days: 1 })
    expect(await read(made.id)).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } })
    expect((await stripe.subscriptions.list({})).data).toEqual([])
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  })

  it('needs a card, and with error_if_incomplete one that pays', async () => {
    const bare = (await stripe.customers.create({})).id
    expect(await refusalOf(subscribe(bare))).toMatchObject({ statusCode: 400, code: 'resource_missing' })
    const customer = await newCustomer('pm_card_chargeCustomerFail')
    expect(await refusalOf(subscribe(customer, { payment_behavior: 'error_if_incomplete' }))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    })
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect(await subscribe(customer)).toMatchObject({ status: 'incomplete' })
  })

  it('ends now, or with its period, which can be undone', async () => {
    const customer = await newCustomer()
    const now = await subscribe(customer)
    expect(await stripe.subscriptions.cancel(now.id)).toMatchObject({
      status: 'canceled',
      ended_at: expect.any(Number),
    })
    expect(await refusalOf(stripe.subscriptions.cancel(now.id))).toMatchObject({ statusCode: 404 })
    expect(await refusalOf(stripe.subscriptions.update(now.id, { cancel_at_period_end: true }))).toMatchObject({
      statusCode: 400,
    })
    const later = await subscribe(customer)
    const end = later.items.data[0]?.current_period_end
    expect(await stripe.subscriptions.update(later.id, { cancel_at_period_end: true })).toMatchObject({
      cancel_at: end,
      status: 'active',
    })
    expect(await stripe.subscriptions.update(later.id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      canceled_at: null,
    })
    await stripe.subscriptions.update(later.id, { cancel_at_period_end: true })
    await control.advance({ days: 32 })
    expect(await read(later.id)).toMatchObject({
      status: 'canceled',
      latest_invoice: { billing_reason: 'subscription_create' },
    })
    expect(await typesOf('customer.subscription.deleted')).toHaveLength(2)
    await stripe.customers.del(customer)
  })
})

describe('a renewal that fails', () => {
  it('is tried again on days 3, 5 and 7 after the one before, and then ends the subscription', async () => {
    const customer = await newCustomer()
    const { id } = await subscribe(customer)
    await control.setRenewals(customer, 'fail')
    await control.advance({ days: 31.1 })
    expect(await read(id)).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempt_count: 1, next_payment_attempt: expect.any(Number) },
    })
    await control.advance({ days: 8 })
    expect(await read(id)).toMatchObject({ status: 'past_due', latest_invoice: { attempt_count: 3 } })
    await control.advance({ days: 7 })
    expect(await read(id)).toMatchObject({
      status: 'canceled',
      latest_invoice: { attempt_count: 4, next_payment_attempt: null },
    })
    expect(await typesOf('invoice.payment_failed')).toHaveLength(4)
  })

  it('comes for one customer alone when only their period is let be over', async () => {
    const customer = await newCustomer()
    const { id } = await subscribe(customer)
    const other = await subscribe(await newCustomer())
    await control.setRenewals(customer, 'fail')
    await control.renew(customer)
    expect(await read(id)).toMatchObject({
      status: 'past_due',
      latest_invoice: { billing_reason: 'subscription_cycle', status: 'open', attempt_count: 1 },
    })
    expect((await lastInvoice(other.id)).id).toBe(other.latest_invoice)
  })

  it('is made good by a new card, by the customer or at the next try', async () => {
    const customer = await newCustomer()
    const { id } = await subscribe(customer)
    await control.setRetries({ days: [3], end: 'past_due' })
    await control.setRenewals(customer, 'fail')
    await control.advance({ days: 31.1 })
    const invoice = await lastInvoice(id)
    await control.setRenewals(customer, null)
    const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    await stripe.invoices.pay(invoice.id as string, { payment_method: card.id })
    expect(await read(id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } })
    expect(await refusalOf(stripe.invoices.pay(invoice.id as string))).toMatchObject({
      message: 'Invoice is already paid',
    })
    await control.setRenewals(customer, 'fail')
    await control.advance({ days: 31 })
    await control.setRenewals(customer, 'succeed')
    await control.advance({ days: 3 })
    expect(await read(id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } })
  })

  it('is cancelled and its invoice voided by calls, and a card that asks its holder fails too', async () => {
    const customer = await newCustomer('pm_card_authenticationRequired')
    const { id, latest_invoice } = await subscribe(customer)
    const intent = (await stripe.invoicePayments.list({ invoice: latest_invoice as string })).data[0]?.payment
      .payment_intent
    await control.authenticate(intent as string)
    expect((await read(id)).status).toBe('active')
    await control.advance({ days: 31.1 })
    expect((await read(id)).status).toBe('past_due')
    expect(await typesOf('invoice.payment_action_required')).toHaveLength(2)
    const invoice = await lastInvoice(id)
    await stripe.subscriptions.cancel(id)
    expect(await stripe.invoices.voidInvoice(invoice.id as string)).toMatchObject({ status: 'void' })
    expect(await refusalOf(stripe.invoices.voidInvoice(invoice.id as string))).toMatchObject({ statusCode: 400 })
    const payment = invoice.payments?.data[0]?.payment.payment_intent as string
    expect(await stripe.paymentIntents.retrieve(payment)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'void_invoice',
    })
  })

  it('that is paid after the end leaves the subscription ended', async () => {
    const customer = await newCustomer()
    const { id } = await subscribe(customer)
    await control.setRenewals(customer, 'fail')
    await control.advance({ days: 31.1 })
    await stripe.subscriptions.cancel(id)
    const invoice = await lastInvoice(id)
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
    expect(await read(id)).toMatchObject({ status: 'canceled', latest_invoice: { status: 'paid' } })
  })
})

describe('a change of the price', () => {
  it('is charged for the rest of the period as the preview said, and the next period whole', async () => {
    const made = await subscribe(await newCustomer())
    const { id: item, current_period_start: start = 0, current_period_end: end = 0 } = made.items.data[0] ?? {}
    const proration_date = start + Math.round((end - start) / 2)
    await control.advance({ seconds: (end - start) / 2 + 60 })
    const subscription_details = {
      items: [{ id: item, price: upper.id }],
      proration_behavior: 'always_invoice' as const,
      proration_date,
    }
    const preview = await stripe.invoices.createPreview({ subscription: made.id, subscription_details })
    expect(preview).toMatchObject({ amount_due: 20_000, lines: { data: [{ amount: -9950 }, { amount: 29_950 }] } })
    expect((await stripe.invoices.list({})).data).toHaveLength(1)
    const next = await stripe.invoices.createPreview({
      subscription: made.id,
      subscription_details: { ...subscription_details, proration_behavior: 'create_prorations' },
    })
    expect(next.amount_due).toBe(20_000 + 59_900)
    const changed = await change(made, upper, { proration_date })
    expect(changed).toMatchObject({ status: 'active', items: { data: [{ price: { id: upper.id } }] } })
    expect(await lastInvoice(made.id)).toMatchObject({
      status: 'paid',
      amount_paid: 20_000,
      billing_reason: 'subscription_update',
    })
    await control.advance({ days: 31 })
    expect(await lastInvoice(made.id)).toMatchObject({
      status: 'paid',
      amount_paid: 59_900,
      billing_reason: 'subscription_cycle',
    })
  })

  it('to a lower one credits the customer’s balance, and waits for the next invoice unless told otherwise', async () => {
    const made = await subscribe(await newCustomer(), { items: [{ price: upper.id }] })
    await change(made, middle)
    const customer = (await stripe.customers.retrieve(made.customer as string)) as Stripe.Customer
    expect(customer.balance).toBeLessThan(-39_000)
    await change(made, upper, { proration_behavior: 'create_prorations' })
    expect((await stripe.invoices.list({})).data).toHaveLength(2)
    await control.advance({ days: 32 })
    const { amount_due, total } = await lastInvoice(made.id)
    expect(total).toBeGreaterThan(59_900)
    expect(Math.abs(amount_due - 59_900)).toBeLessThan(5)
    await change(made, middle, { proration_behavior: 'none' })
    expect((await stripe.invoices.list({})).data).toHaveLength(3)
  })

  it('whose payment fails leaves the subscription past due', async () => {
    const customer = await newCustomer()
    const made = await subscribe(customer)
    await control.setRenewals(customer, 'fail')
    const changed = await change(made, upper, { off_session: true })
    expect(changed).toMatchObject({ status: 'past_due', items: { data: [{ price: { id: upper.id } }] } })
  })
})
