import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { kiwify } from './kiwify.ts'

const sample = {
  order_id: '0f0e0000-0000-4000-8000-000000000001',
  order_ref: 'AbC123',
  order_status: 'paid',
  webhook_event_type: 'order_approved',
  payment_method: 'pix',
  created_at: '2026-08-04 09:00',
  approved_date: '2026-08-04 09:05',
  Product: { product_id: 'ba22c4a0-0000-4000-8000-000000000002', product_name: 'Curso Exemplo' },
  Customer: {
    full_name: 'Ana Exemplo',
    first_name: 'Ana',
    email: 'Ana@example.com',
    mobile: '+5511900000001',
    CPF: '52998224725',
  },
  subscription_id: 'c0ff0000-0000-4000-8000-000000000003',
  Subscription: {
    status: 'active',
    next_payment: '2026-09-03T12:00:00Z',
    plan: { id: 'plano-1', name: 'Mensal' },
    customer_access: { has_access: true, access_until: '2026-09-04T12:00:00Z' },
  },
}
const read = (body: unknown) => readBy(kiwify, body)

it('reads a charge of a subscription, with the end of its period', async () => {
  expect(await read(sample)).toEqual({
    eventId: null,
    event: 'order_approved',
    action: 'enroll',
    until: new Date('2026-09-04T12:00:00Z'),
    transaction: sample.order_id,
    subscription: sample.subscription_id,
    productIds: [sample.Product.product_id],
    offerIds: ['plano-1'],
    productName: 'Curso Exemplo',
    buyer: { name: 'Ana Exemplo', email: 'ana@example.com', cellphone: '5511900000001', document: '52998224725' },
    occurredOn: new Date('2026-08-04T12:05:00Z'),
  })
})

it.each([
  ['order_approved', 'enroll'],
  ['subscription_renewed', 'enroll'],
  ['order_refunded', 'revoke for good'],
  ['chargeback', 'revoke for good'],
  ['subscription_canceled', 'revoke subscription'],
  ['subscription_late', 'ignore'],
  ['order_rejected', 'ignore'],
  ['billet_created', 'ignore'],
  ['pix_created', 'ignore'],
])('%s: %s', async (event, decision) => {
  // Its status says paid all the while.
  const sale = await read({ ...sample, webhook_event_type: event })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.reason).toBe(decision === 'ignore' ? 'no_access_change' : undefined)
  if (decision !== 'ignore') expect(sale.until).toEqual(new Date('2026-09-04T12:00:00Z'))
  if (decision !== 'enroll') expect(sale.occurredOn).toBeNull()
})

it.each(['paid', 'compra_aprovada', 'constructor'])('never grants for the unknown event %s', async (event) => {
  expect(await read({ ...sample, webhook_event_type: event })).toMatchObject({
    action: 'ignore',
    reason: 'unknown_event',
    reasonDetail: event,
  })
})

it('reads a single sale without an end, a wrapped order, a business and a cart', async () => {
  const { subscription_id, Subscription, ...single } = sample
  expect(await read(single)).toMatchObject({ action: 'enroll', until: null, subscription: null, offerIds: [] })
  const order = {
    ...single,
    Customer: { first_name: 'Ana', last_name: 'Lima', email: 'a@example.com', CNPJ: '1'.repeat(14) },
  }
  expect(await read({ order })).toMatchObject({
    action: 'enroll',
    transaction: sample.order_id,
    buyer: { name: 'Ana Lima', document: '1'.repeat(14) },
  })
  expect(await read({ id: 'c1', status: 'abandoned' })).toMatchObject({
    action: 'ignore',
    event: 'abandoned',
    reason: 'no_access_change',
  })
})

const sign = (signed: string, key = code) => createHmac('sha1', key).update(signed).digest('hex')
const raw = JSON.stringify(sample)
const wrapped = JSON.stringify({ url: 'x', order: sample }, null, 1)

it.each([
  ['the bytes', raw, sign(raw), true],
  ['a wrapped order as it came', wrapped, sign(wrapped), true],
  ['the order inside', wrapped, sign(raw), true],
  ['other bytes', `${raw} `, sign(raw), false],
  ['another key', raw, sign(raw, 'outro'), false],
  ['another algorithm', raw, createHmac('sha256', code).update(raw).digest('hex'), false],
  ['nothing', raw, '', false],
])('is believed by its signature of %s', (_, body, signature, isBelieved) => {
  const delivery = deliveryOf(body, { query: { signature } })
  expect(kiwify.proves(delivery, credentials)).toBe(isBelieved)
  expect(kiwify.shownSecret(delivery)).toBeNull()
})

it('a webhook without a token is signed with an empty key and proves nothing', () => {
  const delivery = deliveryOf(raw, { query: { signature: sign(raw, '') } })
  expect(kiwify.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})
