import { expect, it } from 'vitest'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { ticto } from './ticto.ts'

const sample = {
  version: '2.0',
  status: 'authorized',
  status_date: '2026-08-04 09:00:00',
  token: code,
  payment_method: 'pix',
  commission_type: 'producer',
  order: { id: 1, hash: 'TOH1', transaction_hash: 'TPP1', paid_amount: 1000 },
  transaction: { hash: 'TPP1' },
  customer: {
    name: 'Ana Exemplo',
    email: 'Ana@example.com',
    cpf: '52998224725',
    phone: { ddi: '+55', ddd: '11', number: '900000001' },
  },
  item: { product_id: 12345, product_name: 'Curso Exemplo', offer_id: 99, offer_code: 'OFERTA1', days_of_access: 365 },
}
const subscriptions = [{ id: 777, interval: 1, successful_charges: 1, next_charge: '2026-09-04 09:00:00' }]
const read = (body: unknown) => readBy(ticto, body)

it('reads a sale with the term that the seller gives', async () => {
  expect(await read(sample)).toEqual({
    eventId: null,
    event: 'authorized',
    action: 'enroll',
    until: new Date('2027-08-04T12:00:00Z'),
    isTerm: true,
    transaction: 'TOH1',
    subscription: null,
    productIds: ['12345'],
    offerIds: ['99', 'OFERTA1'],
    productName: 'Curso Exemplo',
    buyer: { name: 'Ana Exemplo', email: 'ana@example.com', cellphone: '5511900000001', document: '52998224725' },
    amount: { cents: 1000, currency: 'BRL' },
    occurredOn: new Date('2026-08-04T12:00:00Z'),
  })
})

it.each<[string, string]>([
  ['authorized', 'enroll'],
  ['uncanceled', 'amend subscription_resumed'],
  ['extended', 'amend charge_moved'],
  ['refunded', 'revoke for good'],
  ['chargeback', 'revoke for good'],
  ['subscription_canceled', 'revoke subscription'],
  ...[
    'all_charges_paid',
    'close',
    'subscription_delayed',
    'claimed',
    'refused',
    'waiting_payment',
    'pix_created',
    'pix_expired',
    'bank_slip_created',
    'bank_slip_delayed',
    'trial_started',
    'trial_ended',
    'trial',
    'card_exchanged',
    'abandoned_cart',
  ].map((status) => [status, 'ignore'] as [string, string]),
])('%s: %s', async (status, decision) => {
  const sale = await read({ ...sample, status, subscriptions })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.reason).toBe(decision === 'ignore' ? 'no_access_change' : undefined)
  expect(sale.until).toEqual(decision === 'ignore' ? null : new Date('2026-09-04T12:00:00Z'))
})

it('gives a charge of a subscription no term, which the next one continues', async () => {
  for (const charge of [subscriptions, [{ id: 777 }]])
    expect((await read({ ...sample, subscriptions: charge })).isTerm).toBeUndefined()
  expect((await read({ ...sample, status: 'refunded' })).isTerm).toBeUndefined()
})

it.each(['uncanceled', 'extended'])('enrols when a sale without a subscription is %s', async (status) => {
  expect(decisionOf(await read({ ...sample, status }))).toBe('enroll')
})

it.each(['paid', 'Authorized', 'constructor'])('never grants for the unknown status %s', async (status) => {
  expect(await read({ ...sample, status })).toMatchObject({ action: 'ignore', reason: 'unknown_event' })
})

it('each charge of a subscription is a purchase', async () => {
  expect(await read({ ...sample, subscriptions })).toMatchObject({ transaction: 'TPP1', subscription: '777' })
})

it.each([0, null, '', -1, 1.5, 'vitalício', 1e9])('gives no term for %j days', async (days_of_access) => {
  expect(await read({ ...sample, item: { ...sample.item, days_of_access } })).toMatchObject({ until: null })
})

it("leaves access to the producer's own delivery", async () => {
  for (const status of ['authorized', 'refunded'])
    expect(await read({ ...sample, status, commission_type: 'affiliate' })).toMatchObject({
      action: 'ignore',
      reason: 'other_commission',
      reasonDetail: 'affiliate',
    })
  expect(await read({ ...sample, commission_type: undefined })).toMatchObject({ action: 'enroll' })
})

it('reads a phone abroad and a business', async () => {
  const customer = { email: 'a@example.com', cnpj: '1'.repeat(14), phone: { ddi: '1', ddd: '555', number: '1234567' } }
  expect((await read({ ...sample, customer })).buyer).toMatchObject({
    cellphone: '+15551234567',
    document: '1'.repeat(14),
  })
})

it.each([
  [code, true],
  ['outro', false],
  ['', false],
  [[code], false],
  [undefined, false],
])('is believed by the token %j: %s', (token, isBelieved) => {
  const delivery = deliveryOf({ ...sample, token })
  expect(ticto.proves(delivery, credentials)).toBe(isBelieved)
  expect(ticto.shownSecret(delivery)).toBe(isBelieved ? code : token === 'outro' ? 'outro' : null)
  expect(ticto.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})
