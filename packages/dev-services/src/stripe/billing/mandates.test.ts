import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Bench, refusalOf, startChecked } from '../checked-stripe.testing.ts'
import type { StripeControl } from '../control/client.ts'

let bench: Bench
let stripe: Stripe
let control: StripeControl
let customer: string
beforeAll(async () => {
  bench = await startChecked()
})
afterAll(() => bench.stop())
beforeEach(async () => {
  ;({ stripe, control } = bench.connect())
  customer = (await stripe.customers.create({})).id
})

async function begin(amount = 19_900) {
  const product = await stripe.products.create({ name: 'Middle' })
  const recurring = { interval: 'month' as const }
  const price = await stripe.prices.create({ product: product.id, currency: 'brl', unit_amount: 19_900, recurring })
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: {
      payment_method_types: ['pix'],
      payment_method_options: {
        pix: { expires_after_seconds: 3600, mandate_options: { amount, payment_schedule: 'monthly' } },
      },
      save_default_payment_method: 'on_subscription',
    },
    expand: ['latest_invoice.payments'],
  })
  const invoice = made.latest_invoice as Stripe.Invoice
  const intent = invoice.payments?.data[0]?.payment.payment_intent as string
  const shown = await stripe.paymentIntents.confirm(intent, { payment_method_data: { type: 'pix' } })
  expect(shown.status).toBe('requires_action')
  expect(shown.next_action?.pix_display_qr_code?.expires_at).toBeLessThanOrEqual(shown.created + 3601)
  await control.payPix(intent)
  const { default_payment_method } = await stripe.subscriptions.retrieve(made.id)
  const { data } = await stripe.charges.list({ customer })
  return {
    id: made.id,
    method: default_payment_method as string,
    mandate: data[0]?.payment_method_details?.pix?.mandate as string,
  }
}
const statusesOf = async () => (await stripe.paymentIntents.list({ customer })).data.map(({ status }) => status)
const stateOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status

it('a mandate is made with the first payment, and pays each month three days after its bank’s notice', async () => {
  const { id, method, mandate } = await begin()
  expect(await stripe.mandates.retrieve(mandate)).toMatchObject({
    status: 'active',
    payment_method: method,
    multi_use: { amount: 19_900, currency: 'brl' },
    payment_method_details: { pix: { amount_type: 'fixed', payment_schedule: 'monthly' } },
  })
  for (let month = 0; month < 3; month++) {
    await control.advance({ days: 31.2 - month / 10 })
    if (month === 0) expect(await statusesOf()).toEqual(['processing', 'succeeded'])
    await control.advance({ days: 0.1 })
  }
  await control.advance({ days: 4 })
  expect(new Set(await statusesOf())).toEqual(new Set(['succeeded']))
  expect(await stateOf(id)).toBe('active')
})

it('a mandate that its payer revoked pays no more, and says so', async () => {
  const { id, mandate } = await begin()
  await control.revokeMandate(mandate)
  await control.revokeMandate(mandate)
  expect((await stripe.mandates.retrieve(mandate)).status).toBe('inactive')
  const { data } = await stripe.events.list({ type: 'mandate.updated' })
  expect(data).toHaveLength(2)
  await control.advance({ days: 31.2 })
  expect(await stateOf(id)).toBe('past_due')
  const [last] = (await stripe.paymentIntents.list({ customer })).data
  expect(last?.last_payment_error).toMatchObject({ code: 'payment_intent_mandate_invalid' })
})

it('a renewal that the bank refuses fails after its notice, and a mandate over another sum at once', async () => {
  const { id } = await begin()
  await control.setRenewals(customer, 'fail')
  await control.advance({ days: 31.2 })
  const attemptsOf = async () =>
    (await stripe.invoices.list({ subscription: id, status: 'open' })).data.map(({ attempt_count }) => attempt_count)
  expect([await stateOf(id), ...(await attemptsOf())]).toEqual(['active', 1])
  await control.advance({ days: 3 })
  expect([await stateOf(id), ...(await attemptsOf())]).toEqual(['past_due', 1])
  customer = (await stripe.customers.create({})).id
  const other = await begin(10_000)
  await control.advance({ days: 31.2 })
  expect(await stateOf(other.id)).toBe('past_due')
})

it('an unpaid renewal that waits for its bank is voided with its payment', async () => {
  const { id } = await begin()
  await control.advance({ days: 31.2 })
  const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data
  await stripe.invoices.voidInvoice(open!.id!)
  await control.advance({ days: 3 })
  expect(await statusesOf()).toEqual(['canceled', 'succeeded'])
  const wrong = stripe.subscriptions.create({
    customer,
    items: [],
    payment_settings: { payment_method_types: ['boleto'] },
  })
  expect((await refusalOf(wrong)).type).toBe('StripeInvalidRequestError')
})
