import { expect, it } from 'vitest'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { hotmart } from './hotmart.ts'

const buyer = {
  email: 'Marina.Teste@example.com',
  name: 'Marina Teste Souza',
  first_name: 'Marina',
  last_name: 'Teste Souza',
  checkout_phone: '11900000001',
  checkout_phone_code: '55',
  document: '52998224725',
  document_type: 'CPF',
}
const product = { id: 7000001, name: 'Curso Exemplo', is_physical_product: false }
const purchase = {
  transaction: 'HP0000000001',
  status: 'APPROVED',
  order_date: 1754299990000,
  approved_date: 1754299999000,
  recurrence_number: 1,
  offer: { code: 'abc12345' },
}
const subscription = { status: 'ACTIVE', plan: { id: 1001, name: 'Plano Mensal' }, subscriber: { code: 'SUBTESTE1' } }
const sample = {
  id: '3f0c7a52-0c1e-4c55-9a0e-0d6a1f0b7c11',
  creation_date: 1754300000000,
  event: 'PURCHASE_APPROVED',
  version: '2.0.0',
  data: { product, buyer, producer: { name: 'Escola Exemplo' }, purchase, subscription },
}
const read = (body: unknown) => readBy(hotmart, body)

it('reads a purchase', async () => {
  expect(await read(sample)).toEqual({
    eventId: '3f0c7a52-0c1e-4c55-9a0e-0d6a1f0b7c11',
    event: 'PURCHASE_APPROVED',
    action: 'enroll',
    until: null,
    transaction: 'HP0000000001',
    subscription: 'SUBTESTE1',
    productIds: ['7000001'],
    offerIds: ['abc12345', '1001'],
    productName: 'Curso Exemplo',
    buyer: {
      name: 'Marina Teste Souza',
      email: 'marina.teste@example.com',
      cellphone: '5511900000001',
      document: '52998224725',
    },
    occurredOn: new Date(1754300000000),
  })
})

it.each([
  ['PURCHASE_APPROVED', 'enroll'],
  ['PURCHASE_COMPLETE', 'enroll'],
  ['PURCHASE_REFUNDED', 'revoke for good'],
  ['PURCHASE_CHARGEBACK', 'revoke for good'],
  ['PURCHASE_CANCELED', 'revoke transaction'],
  ['SUBSCRIPTION_CANCELLATION', 'revoke subscription'],
  ['PURCHASE_PROTEST', 'ignore'],
  ['PURCHASE_DELAYED', 'ignore'],
  ['PURCHASE_EXPIRED', 'ignore'],
  ['PURCHASE_BILLET_PRINTED', 'ignore'],
  ['PURCHASE_OUT_OF_SHOPPING_CART', 'ignore'],
  ['SWITCH_PLAN', 'ignore'],
  ['UPDATE_SUBSCRIPTION_CHARGE_DATE', 'ignore'],
  ['CLUB_FIRST_ACCESS', 'ignore'],
  ['CLUB_MODULE_COMPLETED', 'ignore'],
  ['ORDER_FULFILLMENT', 'ignore'],
  ['PURCHASE_REFUND_REQUESTED', 'ignore'],
])('%s: %s', async (event, decision) => {
  const sale = await read({ ...sample, event })
  expect(decisionOf(sale)).toBe(decision)
  // Its status says APPROVED all the while.
  expect(sale.reason).toBe(decision === 'ignore' ? 'no_access_change' : undefined)
})

it.each(['PURCHASE_APPROVED_LATER', 'purchase_approved', 'constructor', '__proto__'])(
  'never grants for the unknown event %s',
  async (event) => {
    expect(await read({ ...sample, event })).toMatchObject({
      action: 'ignore',
      reason: 'unknown_event',
      reasonDetail: event,
    })
  },
)

it('ends a cancelled subscription when its paid period ends', async () => {
  const sale = await read({
    id: 'c1',
    creation_date: 1754300000000,
    event: 'SUBSCRIPTION_CANCELLATION',
    data: {
      date_next_charge: 1756900000000,
      cancellation_date: 1754299000000,
      product: { id: 7000001, name: 'Curso Exemplo' },
      subscriber: { code: 'SUBTESTE1', name: 'Marina', email: 'marina.teste@example.com' },
      subscription: { id: 5, plan: { id: 1001 }, status: 'CANCELLED_BY_CUSTOMER' },
    },
  })
  expect(sale).toMatchObject({
    action: 'revoke',
    revokes: 'subscription',
    until: new Date(1756900000000),
    transaction: null,
    subscription: 'SUBTESTE1',
    productIds: ['7000001'],
    buyer: { name: 'Marina', email: 'marina.teste@example.com', cellphone: '', document: '' },
  })
})

it('finds the subscriber and the product where a change of plan has them', async () => {
  const data = {
    plans: [{ id: 1 }],
    subscription: { subscriber_code: 'S2', product: { id: 88 }, user: { email: 'ana@example.com' } },
  }
  expect(await read({ id: 'p1', event: 'SWITCH_PLAN', data })).toMatchObject({
    action: 'ignore',
    subscription: 'S2',
    productIds: ['88'],
    buyer: { email: 'ana@example.com' },
  })
})

it('reads which plan is left for which', async () => {
  const data = {
    plans: [
      { id: 1, current: false },
      { id: 2, current: true },
    ],
    subscription: { subscriber_code: 'S2' },
  }
  const switched = { action: 'amend', amends: 'plan_switched', subscription: 'S2', offerIds: ['2'], droppedIds: ['1'] }
  expect(await read({ event: 'SWITCH_PLAN', data })).toMatchObject(switched)
  expect(await read({ event: 'SWITCH_PLAN', data: { ...data, subscription: {} } })).toMatchObject({
    action: 'ignore',
    reason: 'no_purchase',
  })
})

it('reads a switch of plans by their offers too', async () => {
  const data = {
    plans: [
      { id: 1, name: 'Mensal', offer: { key: 'mensal' }, current: false },
      { id: 2, name: 'Anual', offer: { key: 'anual' }, current: true },
    ],
    subscription: { subscriber_code: 'S2' },
  }
  const switched = { amends: 'plan_switched', offerIds: ['2', 'anual'], droppedIds: ['1', 'mensal'] }
  expect(await read({ event: 'SWITCH_PLAN', data })).toMatchObject(switched)
})

it('reads until when a charge is paid, with the purchase and when the day is moved', async () => {
  const until = new Date(1756978400000)
  const purchase = { transaction: 'HP1', date_next_charge: until.getTime() }
  expect(await read({ ...sample, data: { ...sample.data, purchase } })).toMatchObject({ action: 'enroll', until })
  const data = { subscriber: { code: 'S1' }, subscription: { date_next_charge: until.toISOString() } }
  expect(await read({ event: 'UPDATE_SUBSCRIPTION_CHARGE_DATE', data })).toMatchObject({
    action: 'amend',
    amends: 'charge_moved',
    subscription: 'S1',
    until,
  })
})

it('reads every product of a bundle, as number and as text', () => {
  const data = { product: { id: '7', content: { products: [{ id: 8 }, { id: '9' }, { id: 7 }] } } }
  expect(hotmart.productIdsOf(deliveryOf({ event: 'PURCHASE_APPROVED', data }))).toEqual(['7', '8', '9'])
})

it('reads a name in parts, and a phone that has its code apart', async () => {
  const parts = {
    email: 'a@example.com',
    first_name: 'Ana',
    last_name: 'Lima',
    checkout_phone: '900000001',
    checkout_phone_code: '11',
  }
  expect((await read({ ...sample, data: { ...sample.data, buyer: parts } })).buyer).toMatchObject({
    name: 'Ana Lima',
    cellphone: '5511900000001',
  })
})

it.each([
  [{ product: {}, subscription: {}, purchase: { transaction: 'HP1' } }, 'PURCHASE_APPROVED', 'no_product'],
  [{ purchase: {}, subscription: {} }, 'PURCHASE_REFUNDED', 'no_purchase'],
])('does nothing without what it takes: %j', async (change, event, reason) => {
  expect(await read({ ...sample, event, data: { ...sample.data, ...change } })).toMatchObject({
    action: 'ignore',
    reason,
  })
})

const form = {
  hottok: code,
  callback_type: '1',
  prod: '7000001',
  prod_name: 'Curso Exemplo',
  off: 'abc12345',
  transaction: 'HP0000000001',
  email: 'marina.teste@example.com',
  name: 'Marina Teste',
  doc: '529.982.247-25',
  phone_checkout_local_code: '11',
  phone_checkout_number: '900000001',
  subscriber_code: 'SUBTESTE1',
  confirmation_purchase_date: '2026-08-04T12:00:00Z',
}
const formOf = (fields: Record<string, string>) => String(new URLSearchParams({ ...form, ...fields }))

it('reads the form of version 1.0.0', async () => {
  expect(await read(formOf({ status: 'approved' }))).toEqual({
    eventId: null,
    event: 'approved',
    action: 'enroll',
    until: null,
    transaction: 'HP0000000001',
    subscription: 'SUBTESTE1',
    productIds: ['7000001'],
    offerIds: ['abc12345'],
    productName: 'Curso Exemplo',
    buyer: {
      name: 'Marina Teste',
      email: 'marina.teste@example.com',
      cellphone: '5511900000001',
      document: '52998224725',
    },
    occurredOn: new Date('2026-08-04T12:00:00Z'),
  })
})

it.each([
  ['approved', 'enroll'],
  ['completed', 'enroll'],
  ['Approved', 'enroll'],
  ['refunded', 'revoke for good'],
  ['chargeback', 'revoke for good'],
  ['canceled', 'revoke transaction'],
  ['billet_printed', 'ignore'],
  ['expired', 'ignore'],
  ['dispute', 'ignore'],
  ['blocked', 'ignore'],
  ['delayed', 'ignore'],
  ['unpaid', 'ignore'],
  ['', 'ignore'],
])('the status %j of a form: %s', async (status, decision) => {
  const sale = await read(formOf({ status }))
  expect(decisionOf(sale)).toBe(decision)
  if (decision !== 'enroll') expect(sale.occurredOn).toBeNull()
})

it('says why the cancellation of version 1.0.0 does nothing', async () => {
  const old = { hottok: code, userEmail: 'a@example.com', productName: 'Curso', cancellationDate: '2026-08-04' }
  expect(await read(old)).toMatchObject({
    action: 'ignore',
    event: 'cancellation',
    productName: 'Curso',
    buyer: { email: 'a@example.com' },
    reason: 'old_cancellation',
  })
})

it.each([
  ['the header', sample, code, true],
  ['the body', { ...sample, hottok: code }, undefined, true],
  ['a form', formOf({}), undefined, true],
  ['the header, where the body says something else', { ...sample, hottok: 'outro' }, code, true],
  ['the body, where the header says something else', { ...sample, hottok: code }, 'outro', false],
  ['another header', sample, 'outro', false],
  ['another body', { ...sample, hottok: 'outro' }, undefined, false],
  ['a body that is no text', { ...sample, hottok: [code] }, undefined, false],
  ['nothing', sample, undefined, false],
])('is believed by %s: %#', (_, body, header, isBelieved) => {
  const delivery = deliveryOf(body, { headers: header === undefined ? {} : { 'x-hotmart-hottok': header } })
  expect(hotmart.proves(delivery, credentials)).toBe(isBelieved)
  if (isBelieved) expect(hotmart.shownSecret(delivery)).toBe(code)
  expect(hotmart.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})

it('an empty token proves no empty code', () => {
  const delivery = deliveryOf({ ...sample, hottok: '' }, { headers: { 'x-hotmart-hottok': '' } })
  expect(hotmart.shownSecret(delivery)).toBeNull()
  expect(hotmart.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})

it("takes the sale of the panel's test button for a test, and no sale of a product", () => {
  const tested = {
    product: { id: 0, name: 'Produto test postback2' },
    buyer: { email: 'testecomprador271101postman15@example.com' },
    purchase: { transaction: 'HP16015479281022' },
  }
  const isTest = (data: object) => hotmart.isTest(deliveryOf({ ...sample, data }))
  expect(isTest(tested)).toBe(true)
  expect(isTest({ product: { id: 0 }, purchase: { transaction: 'HP1121336654889' } })).toBe(true)
  expect(isTest({ product: { id: 0 }, buyer: tested.buyer })).toBe(true)
  expect(isTest({ ...tested, product: { ...tested.product, id: 7 } })).toBe(false)
  expect(isTest({ product: { id: 0, name: 'Curso' }, buyer, purchase })).toBe(false)
  expect(hotmart.isTest(deliveryOf(formOf({ prod: '0', prod_name: 'Produto test postback2' })))).toBe(true)
  expect(hotmart.isTest(deliveryOf(formOf({ prod: '7', prod_name: 'Produto test postback2' })))).toBe(false)
})

it('takes an empty call for a test', () => {
  expect(hotmart.isTest(deliveryOf(''))).toBe(true)
  expect(hotmart.isTest(deliveryOf('{}'))).toBe(true)
  expect(hotmart.isTest(deliveryOf(sample))).toBe(false)
})
