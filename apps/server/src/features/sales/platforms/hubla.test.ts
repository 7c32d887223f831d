import { expect, it } from 'vitest'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { hubla } from './hubla.ts'

const event = {
  product: { id: 'prod-1', name: 'Curso Exemplo' },
  products: [
    { id: 'prod-1', name: 'Curso Exemplo', offers: [{ id: 'oferta-1', name: 'Única', cohorts: [{ id: 'turma-1' }] }] },
    { id: 'prod-2', name: 'Bônus', offers: [{ id: 'oferta-2', name: 'Bônus' }] },
  ],
  subscription: { id: 'assinatura-1', status: 'active', billingCycleMonths: 1 },
  user: {
    id: 'u1',
    firstName: 'Ana',
    lastName: 'Exemplo',
    document: '529.982.247-25',
    email: 'Ana@example.com',
    phone: '+5511900000001',
  },
}
const sample = { type: 'customer.member_added', version: '2.0.0', event }
const invoice = {
  id: 'fatura-1',
  subscriptionId: 'assinatura-1',
  payer: { firstName: 'Bia', lastName: 'Lima', document: '', email: 'bia@example.com', phone: '' },
  status: 'paid',
}
const read = (body: unknown) => readBy(hubla, body)

it('reads an access that is given', async () => {
  expect(await read(sample)).toEqual({
    eventId: null,
    event: 'customer.member_added',
    action: 'enroll',
    until: null,
    transaction: 'assinatura-1',
    subscription: null,
    productIds: ['prod-1', 'prod-2'],
    offerIds: ['oferta-1', 'turma-1', 'oferta-2'],
    items: [
      ['prod-1', 'oferta-1', 'turma-1'],
      ['prod-2', 'oferta-2'],
    ],
    productName: 'Curso Exemplo',
    buyer: { name: 'Ana Exemplo', email: 'ana@example.com', cellphone: '5511900000001', document: '52998224725' },
    occurredOn: null,
  })
})

it.each([
  ['customer.member_added', 'enroll'],
  ['invoice.payment_succeeded', 'enroll'],
  ['customer.member_removed', 'revoke transaction'],
  ['invoice.refunded', 'revoke for good'],
  ['invoice.created', 'ignore'],
  ['invoice.status_updated', 'ignore'],
  ['invoice.payment_failed', 'ignore'],
  ['invoice.expired', 'ignore'],
  ['subscription.created', 'ignore'],
  ['subscription.activated', 'ignore'],
  ['subscription.expiring', 'ignore'],
  ['subscription.deactivated', 'ignore'],
  ['subscription.renewal_disabled', 'ignore'],
  ['subscription.renewal_enabled', 'ignore'],
  ['lead.abandoned_checkout', 'ignore'],
])('%s: %s', async (type, decision) => {
  const sale = await read({ ...sample, type })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.reason).toBe(decision === 'ignore' ? 'no_access_change' : undefined)
})

it.each(['customer.member_changed', 'approved', 'toString'])('never grants for the unknown event %s', async (type) => {
  expect(await read({ ...sample, type })).toMatchObject({ action: 'ignore', reason: 'unknown_event' })
})

it('an invoice names the purchase that the access names, and its payer where no user stands', async () => {
  const body = { type: 'invoice.refunded', event: { product: event.product, invoice } }
  expect(await read(body)).toMatchObject({
    transaction: 'assinatura-1',
    buyer: { name: 'Bia Lima', email: 'bia@example.com' },
  })
  expect(await read({ ...body, event: { ...body.event, invoice: { id: 'fatura-1' } } })).toMatchObject({
    transaction: 'fatura-1',
  })
})

/** History of an invoice as the documents show it. */
const statusAt = [
  { status: 'unpaid', when: '2024-03-28T20:35:22.671Z' },
  { status: 'paid', when: '2024-03-28T20:35:33.512Z' },
  { status: 'refunded', when: '2024-03-28T21:47:53.177Z' },
]

it.each([
  ['invoice.payment_succeeded', statusAt, '2024-03-28T20:35:33.512Z'],
  ['invoice.refunded', statusAt, '2024-03-28T21:47:53.177Z'],
  ['invoice.refunded', statusAt.slice(0, 2), undefined],
  ['invoice.payment_succeeded', statusAt.slice(0, 1), undefined],
  ['invoice.payment_succeeded', [...statusAt, { status: 'paid', when: 1711670000 }], '2024-03-28T23:53:20.000Z'],
  ['invoice.refunded', [{ status: 'refunded', when: '2024-03-28' }], undefined],
  ['invoice.refunded', 'refunded', undefined],
  ['customer.member_added', statusAt, undefined],
  ['customer.member_removed', statusAt, undefined],
])('%s of the history %j says %s', async (type, history, moment) => {
  const body = { type, event: { ...event, invoice: { ...invoice, statusAt: history } } }
  expect((await read(body)).occurredOn?.toISOString()).toBe(moment)
})

it.each([
  [code, true],
  ['outro', false],
  [undefined, false],
])('is believed by the header %j: %s', (token, isBelieved) => {
  const delivery = deliveryOf(sample, { headers: token === undefined ? {} : { 'x-hubla-token': token } })
  expect(hubla.proves(delivery, credentials)).toBe(isBelieved)
  expect(hubla.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})

it('an empty token proves nothing', () => {
  const delivery = deliveryOf(sample, { headers: { 'x-hubla-token': '' } })
  expect(hubla.shownSecret(delivery)).toBeNull()
  expect(hubla.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})

it('takes what its sandbox sends for a test', () => {
  for (const [sandbox, isTest] of [
    ['true', true],
    ['1', true],
    ['false', false],
    ['', false],
  ] as const)
    expect(hubla.isTest(deliveryOf(sample, { headers: { 'x-hubla-sandbox': sandbox } }))).toBe(isTest)
  expect(hubla.isTest(deliveryOf(sample))).toBe(false)
})
