import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, refusalOf, startChecked } from './checked-stripe.testing.ts'

let bench: Bench
let stripe: Stripe
beforeAll(async () => {
  bench = await startChecked()
  stripe = bench.stripe
})
afterAll(() => bench.stop())

const pay = (method = 'pm_card_visa') =>
  stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'brl',
    allowed_payment_method_types: ['card'],
    payment_method: method,
    confirm: true,
  })

async function payPix(days = 0) {
  const { control, stripe } = bench.connect()
  const { id } = await stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'brl',
    allowed_payment_method_types: ['pix'],
    payment_method_data: { type: 'pix' },
    confirm: true,
  })
  await control.payPix(id)
  await control.advance({ days })
  return { id, stripe, control }
}

it('a payment is refunded in parts, up to what was paid, and once under its key', async () => {
  const { id, latest_charge } = await pay()
  const refund = () =>
    stripe.refunds.create({ payment_intent: id, amount: 4000, reason: 'requested_by_customer' }, { idempotencyKey: id })
  const first = await refund()
  expect(first).toMatchObject({ status: 'succeeded', amount: 4000, charge: latest_charge })
  expect((await refund()).id).toBe(first.id)
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 6001 }))).toMatchObject({
    param: 'amount',
  })
  await stripe.refunds.create({ charge: latest_charge as string })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_already_refunded',
  })
  const charge = await stripe.charges.retrieve(latest_charge as string, { expand: ['refunds'] })
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 10_000 })
  expect(charge.refunds?.data.map(({ amount }) => amount)).toEqual([6000, 4000])
  const { data } = await stripe.refunds.list({ payment_intent: id })
  expect(data).toHaveLength(2)
  const moved = await stripe.balanceTransactions.list({ type: 'refund', source: first.id })
  expect(moved.data).toMatchObject([{ amount: -4000, net: -4000, source: first.id }])
})

it('a payment by Pix is refunded for 90 days, and the refund takes a moment', async () => {
  const { id, stripe } = await payPix(89)
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe('pending')
  await expect.poll(async () => (await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
  const late = await payPix(91)
  const refusal = await refusalOf(late.stripe.refunds.create({ payment_intent: late.id }))
  expect(refusal).toMatchObject({ statusCode: 400, code: 'charge_not_refundable' })
})

it('what was not paid is not refunded', async () => {
  const refusal = await refusalOf(pay('pm_card_visa_chargeDeclined'))
  const payment_intent = refusal.payment_intent?.id as string
  expect(await refusalOf(stripe.refunds.create({ payment_intent }))).toMatchObject({ statusCode: 400 })
  expect(await refusalOf(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 })
})

it('a disputed payment is taken back at once, and comes back when the dispute is won', async () => {
  const charge = (await pay('pm_card_createDispute')).latest_charge as string
  const [dispute] = (await stripe.disputes.list({ charge })).data
  expect(dispute).toMatchObject({
    amount: 10_000,
    status: 'needs_response',
    balance_transactions: [{ amount: -10_000 }],
  })
  expect(await refusalOf(stripe.refunds.create({ charge }))).toMatchObject({ code: 'refund_disputed_payment' })
  await bench.control.closeDispute(dispute?.id as string, 'won')
  const won = await stripe.disputes.retrieve(dispute?.id as string)
  expect(won).toMatchObject({ status: 'won', balance_transactions: [{ amount: -10_000 }, { amount: 10_000 }] })

  const other = (await pay()).latest_charge as string
  const lost = await bench.control.dispute(other)
  expect(await bench.control.closeDispute(lost.id, 'lost')).toMatchObject({
    status: 'lost',
    balance_transactions: [{}],
  })
  const types = (await stripe.events.list({ type: 'charge.dispute.*', limit: 100 })).data.map(({ type }) => type)
  expect(types.reverse()).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ])
})

it('a refund made in the dashboard is told by an event', async () => {
  const charge = (await pay()).latest_charge as string
  const refund = await bench.control.refund(charge, 100)
  const [event] = (await stripe.events.list({ type: 'charge.refunded', limit: 1 })).data
  expect(event).toMatchObject({ data: { object: { id: charge, amount_refunded: 100 } }, request: { id: null } })
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ amount: 100 })
})
