import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { cakto } from './cakto.ts'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'

const order = {
  id: 'c1000000-0000-4000-8000-000000000001',
  refId: 'AbC12',
  status: 'waiting_payment',
  customer: {
    name: 'Ana Exemplo',
    email: 'Ana@example.com',
    phone: '11900000001',
    docNumber: '52998224725',
    docType: 'cpf',
  },
  product: { id: 'p1000000-0000-4000-8000-000000000002', short_id: 'XyZ', name: 'Curso Exemplo', type: 'unique' },
  offer: { id: 'OF1', name: 'Oferta', price: 10 },
  offer_type: 'main',
  paymentMethod: 'pix',
  pix: { qrCode: 'x' },
  paidAt: '2026-08-04T12:00:00Z',
  refundedAt: '2026-08-05T12:00:00Z',
  chargedbackAt: '2026-08-06T12:00:00Z',
}
const subscription = {
  id: 's1',
  status: 'active',
  next_payment_date: '2026-09-04T12:00:00Z',
  canceledAt: '2026-08-07T12:00:00Z',
}
const sample = { secret: code, event: 'purchase_approved', data: order }
const read = (body: unknown) => readBy(cakto, body)

it('reads a sale by its event, whatever its status says', async () => {
  expect(await read(sample)).toEqual({
    eventId: null,
    event: 'purchase_approved',
    action: 'enroll',
    until: null,
    transaction: order.id,
    subscription: null,
    productIds: [order.product.id, 'XyZ'],
    offerIds: ['OF1'],
    productName: 'Curso Exemplo',
    buyer: { name: 'Ana Exemplo', email: 'ana@example.com', cellphone: '5511900000001', document: '52998224725' },
    occurredOn: new Date('2026-08-04T12:00:00Z'),
  })
})

it.each<[string, string, string | undefined]>([
  ['purchase_approved', 'enroll', '2026-08-04'],
  ['subscription_renewed', 'enroll', '2026-08-04'],
  ['refund', 'revoke for good', '2026-08-05'],
  ['chargeback', 'revoke for good', '2026-08-06'],
  ['subscription_canceled', 'revoke subscription', '2026-08-07'],
  ...[
    'subscription_late',
    'subscription_paused',
    'subscription_resumed',
    'subscription_late_recovered',
    'purchase_refused',
    'subscription_renewal_refused',
    'subscription_created',
    'refund_requested',
    'pix_gerado',
    'boleto_gerado',
    'picpay_gerado',
    'initiate_checkout',
    'checkout_abandonment',
  ].map((event) => [event, 'ignore', undefined] as [string, string, undefined]),
])('%s: %s', async (event, decision, day) => {
  const sale = await read({ ...sample, event, data: { ...order, subscription } })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.reason).toBe(decision === 'ignore' ? 'no_access_change' : undefined)
  expect(sale.occurredOn?.toISOString().slice(0, 10)).toBe(day)
  expect(sale.until).toEqual(decision === 'ignore' ? null : new Date('2026-09-04T12:00:00Z'))
})

it('ends a subscription at once whose next payment is not named', async () => {
  const data = { ...order, subscription: { ...subscription, next_payment_date: null } }
  expect(await read({ ...sample, event: 'subscription_canceled', data })).toMatchObject({
    action: 'revoke',
    revokes: 'subscription',
    until: null,
  })
})

it.each(['approved', 'PURCHASE_APPROVED', 'valueOf'])('never grants for the unknown event %s', async (event) => {
  expect(await read({ ...sample, event })).toMatchObject({ action: 'ignore', reason: 'unknown_event' })
})

it('keeps the orders of a list apart, each with its product', async () => {
  const bump = {
    ...order,
    id: 'c2',
    product: { id: 'p2', name: 'Bônus' },
    offer_type: 'orderbump',
    parent_order: order.id,
  }
  const delivery = deliveryOf({ ...sample, data: [order, bump] })
  expect(cakto.productIdsOf(delivery)).toEqual([order.product.id, 'XyZ', 'p2'])
  const parts = cakto.listParts!(delivery)
  expect(await Promise.all(parts.map(read))).toMatchObject([
    { action: 'enroll', transaction: order.id, productIds: [order.product.id, 'XyZ'] },
    { action: 'enroll', transaction: 'c2', productIds: ['p2'] },
  ])
  for (const data of [order, [order], []]) expect(cakto.listParts!(deliveryOf({ ...sample, data }))).toEqual([])
})

const raw = JSON.stringify({ ...sample, secret: 'outro' })
const timestamp = '1785844800'
const signatureOf = (key = code, signed = `${timestamp}.${raw}`) =>
  `v1=${createHmac('sha256', key).update(signed).digest('hex')}`

it.each([
  ['the signature', signatureOf(), true],
  ["another key's signature", signatureOf('outro'), false],
  ["an empty key's signature", signatureOf(''), false],
  ['a signature without its moment', signatureOf(code, raw), false],
  ['a signature without its version', signatureOf().slice(3), false],
  ['an empty header', '', false],
])('is believed by %s', (_, signature, isBelieved) => {
  const delivery = deliveryOf(raw, { headers: { 'x-cakto-signature': signature, 'x-cakto-timestamp': timestamp } })
  expect(cakto.proves(delivery, credentials)).toBe(isBelieved)
  expect(cakto.shownSecret(delivery)).toBeNull()
  expect(cakto.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})

it("is believed by the body's secret, unless it is signed otherwise", () => {
  expect(cakto.proves(deliveryOf(sample), credentials)).toBe(true)
  expect(cakto.shownSecret(deliveryOf(sample))).toBe(code)
  expect(cakto.proves(deliveryOf({ ...sample, secret: 'outro' }), credentials)).toBe(false)
  expect(cakto.proves(deliveryOf({ ...sample, secret: '' }), { code: '', accessToken: '' })).toBe(false)
  const signed = deliveryOf(sample, { headers: { 'x-cakto-signature': 'v1=x' } })
  expect(cakto.proves(signed, credentials)).toBe(false)
})

it('takes the order with every means of payment for a test', () => {
  const means = { card: {}, boleto: {}, pix: {}, picpay: {} }
  expect(cakto.isTest(deliveryOf({ ...sample, data: { ...order, ...means } }))).toBe(true)
  expect(cakto.isTest(deliveryOf({ ...sample, data: [{ ...order, ...means }] }))).toBe(true)
  expect(cakto.isTest(deliveryOf({ ...sample, data: { ...order, card: {}, pix: {} } }))).toBe(false)
})
