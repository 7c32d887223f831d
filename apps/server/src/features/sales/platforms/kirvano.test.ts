import { expect, it } from 'vitest'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { kirvano } from './kirvano.ts'

const sample = {
  event: 'SALE_APPROVED',
  sale_id: 'VENDA1',
  checkout_id: 'CHECKOUT1',
  status: 'APPROVED',
  payment_method: 'PIX',
  customer: { name: 'Ana Exemplo', document: '52998224725', email: 'Ana@example.com', phone_number: '5511900000001' },
  products: [
    { id: 'prod-1', name: 'Curso Exemplo', offer_id: 'oferta-1', is_order_bump: false },
    { id: 'prod-2', name: 'Bônus', offer_id: 'oferta-2', is_order_bump: true },
  ],
}
const read = (body: unknown) => readBy(kirvano, body)

it('reads a sale with all its products', async () => {
  expect(await read(sample)).toEqual({
    eventId: null,
    event: 'SALE_APPROVED',
    action: 'enroll',
    until: null,
    transaction: 'VENDA1',
    subscription: null,
    tie: { text: 'ana@example.com\nprod-1', begins: true },
    productIds: ['prod-1', 'prod-2'],
    offerIds: ['oferta-1', 'oferta-2'],
    items: [
      ['prod-1', 'oferta-1'],
      ['prod-2', 'oferta-2'],
    ],
    productName: 'Curso Exemplo',
    buyer: { name: 'Ana Exemplo', email: 'ana@example.com', cellphone: '5511900000001', document: '52998224725' },
    occurredOn: null,
  })
})

it.each([
  ['SALE_APPROVED', 'enroll'],
  ['SUBSCRIPTION_RENEWED', 'enroll'],
  ['SALE_REFUNDED', 'revoke for good'],
  ['SALE_CHARGEBACK', 'revoke for good'],
  ['SUBSCRIPTION_EXPIRED', 'revoke subscription'],
  ['SUBSCRIPTION_CANCELED', 'ignore'],
  ['SUBSCRIPTION_CANCELLED', 'ignore'],
  ['SALE_REFUSED', 'ignore'],
  ['PIX_GENERATED', 'ignore'],
  ['PIX_EXPIRED', 'ignore'],
  ['BANK_SLIP_GENERATED', 'ignore'],
  ['BANK_SLIP_EXPIRED', 'ignore'],
  ['ABANDONED_CART', 'ignore'],
])('%s: %s', async (event, decision) => {
  const sale = await read({ ...sample, event })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.reason).toBe(decision === 'ignore' ? 'no_access_change' : undefined)
})

it.each(['SALE_APPROVED_LATER', 'sale_approved', '__proto__'])(
  'never grants for the unknown event %s',
  async (event) => {
    expect(await read({ ...sample, event })).toMatchObject({ action: 'ignore', reason: 'unknown_event' })
  },
)

it('ties the charges of a buyer and a product, and no single sale', async () => {
  const subscriptionOf = async (more: object) => (await read({ ...sample, ...more })).tie?.text
  const own = await subscriptionOf({ type: 'RECURRING' })
  const main = { id: 'prod-1' }
  expect(own).toBeDefined()
  expect(await subscriptionOf({ sale_id: 'VENDA2', products: [main] })).toBe(own)
  expect(await subscriptionOf({ products: [{ id: 'prod-2', is_order_bump: true }, main] })).toBe(own)
  expect(await subscriptionOf({ products: [{ id: 'prod-9' }] })).not.toBe(own)
  expect(await subscriptionOf({ customer: { email: 'bia@example.com' } })).not.toBe(own)
  for (const more of [{ type: 'ONE_TIME' }, { products: [] }, { customer: { email: 'sem e-mail' } }])
    expect(await subscriptionOf(more)).toBeUndefined()
  const begins = async (event: string) => (await read({ ...sample, event })).tie?.begins
  expect([await begins('SUBSCRIPTION_RENEWED'), await begins('SALE_REFUNDED')]).toEqual([false, undefined])
  expect(decisionOf(await read({ ...sample, event: 'SUBSCRIPTION_EXPIRED', type: 'ONE_TIME' }))).toBe(
    'revoke transaction',
  )
})

it('opens until the next charge, where it is named', async () => {
  expect(await read({ ...sample, plan: { next_charge_date: '2026-09-04' } })).toMatchObject({
    until: new Date('2026-09-04T03:00:00Z'),
  })
})

it.each([
  ['the header', { 'security-token': code }, {}, true],
  ['its other header', { 'x-kirvano-token': code }, {}, true],
  ['the body', {}, { token: code }, true],
  ['a bearer token', { authorization: `Bearer ${code}` }, {}, true],
  ['another token', { 'security-token': 'outro' }, {}, false],
  ['the body, where the header says something else', { 'security-token': 'outro' }, { token: code }, false],
  ['nothing', { 'security-token': '' }, { token: '' }, false],
])('is believed by %s', (_, headers, body, isBelieved) => {
  const delivery = deliveryOf({ ...sample, ...body }, { headers: headers as Record<string, string> })
  expect(kirvano.proves(delivery, credentials)).toBe(isBelieved)
  if (isBelieved) expect(kirvano.shownSecret(delivery)).toBe(code)
  expect(kirvano.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})
