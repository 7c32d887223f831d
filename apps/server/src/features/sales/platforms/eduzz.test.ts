import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { eduzz, isEduzz } from './eduzz.ts'

const sample = {
  id: 'evtteste0000000000000001',
  event: 'myeduzz.invoice_paid',
  sentDate: '2026-08-04T12:00:00.000Z',
  data: {
    id: '90000001',
    status: 'paid',
    buyer: {
      id: '800001',
      name: 'Rafael Exemplo Lima',
      email: 'rafael.exemplo@example.com',
      document: '11144477735',
      phone: '1130000000',
      phone2: null,
      cellphone: '11900000002',
    },
    student: { name: 'Bia Exemplo Lima', email: 'bia.exemplo@example.com', document: '52998224725' },
    producer: { id: '100001', name: 'Escola Exemplo', email: 'escola@example.com' },
    createdAt: '2026-08-04T11:58:00.000Z',
    paidAt: '2026-08-04T11:59:30.000Z',
    transaction: { id: 'TRX-TESTE-1', key: 'chave-de-teste' },
    contract: null as unknown,
    items: [{ productId: '700001', parentId: null as string | null, name: 'Curso Exemplo' }],
  },
}
const read = (body: unknown) => readBy(eduzz, body)
const withData = (change: object, event = sample.event) => ({ ...sample, event, data: { ...sample.data, ...change } })

it('reads an invoice, for the student', async () => {
  expect(await read(sample)).toEqual({
    eventId: 'evtteste0000000000000001',
    event: 'myeduzz.invoice_paid',
    action: 'enroll',
    until: null,
    transaction: '90000001',
    subscription: null,
    productIds: ['700001'],
    offerIds: [],
    productName: 'Curso Exemplo',
    buyer: { name: 'Bia Exemplo Lima', email: 'bia.exemplo@example.com', cellphone: '', document: '52998224725' },
    occurredOn: new Date('2026-08-04T11:59:30.000Z'),
  })
})

it.each([null, undefined, { name: 'Bia' }, { email: 'nenhum' }])(
  'enrols the buyer where the student is %j',
  async (student) => {
    expect((await read(withData({ student }))).buyer).toEqual({
      name: 'Rafael Exemplo Lima',
      email: 'rafael.exemplo@example.com',
      cellphone: '5511900000002',
      document: '11144477735',
    })
  },
)

it('reads every item, and the parents of variations', async () => {
  const items = [{ productId: '1', name: 'Um' }, { productId: 2, parentId: '9' }, { productId: '1' }]
  expect(await read(withData({ items }))).toMatchObject({ productIds: ['1', '2', '9'], productName: 'Um' })
  expect(eduzz.productIdsOf(deliveryOf(withData({ items })))).toEqual(['1', '2', '9'])
})

it.each([
  ['myeduzz.invoice_paid', 'enroll'],
  ['myeduzz.invoice_refunded', 'revoke for good'],
  ['myeduzz.invoice_chargeback', 'revoke for good'],
  ['myeduzz.invoice_canceled', 'revoke transaction'],
  ['myeduzz.invoice_waiting_refund', 'ignore'],
  ['myeduzz.contract_created', 'ignore'],
  ['myeduzz.contract_card_attempted', 'ignore'],
  ['myeduzz.contract_bankslip_attempted', 'ignore'],
  ['myeduzz.contract_pix_attempted', 'ignore'],
  ['myeduzz.contract_eduzz_balance_attempted', 'ignore'],
  ['myeduzz.contract_renewed', 'ignore'],
  ['myeduzz.invoice_opened', 'ignore'],
  ['myeduzz.invoice_waiting_payment', 'ignore'],
  ['myeduzz.invoice_expired', 'ignore'],
  ['myeduzz.invoice_recovering', 'ignore'],
  ['myeduzz.invoice_refused', 'ignore'],
  ['myeduzz.invoice_overdue', 'ignore'],
  ['myeduzz.invoice_scheduled', 'ignore'],
  ['myeduzz.invoice_negotiated', 'ignore'],
  ['myeduzz.invoice_negotiatied', 'ignore'],
  ['myeduzz.commission_processed', 'ignore'],
  ['sun.cart_abandonment', 'ignore'],
  ['nutror.lesson_watched', 'ignore'],
  ['blinket.anything', 'ignore'],
  ['alpaclass.anything', 'ignore'],
  ['safevideo.anything', 'ignore'],
])('%s: %s', async (event, decision) => {
  const sale = await read({ ...sample, event })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.reason).toBe(decision === 'ignore' ? 'no_access_change' : undefined)
})

it('never grants for an unknown event', async () => {
  expect(await read({ ...sample, event: 'myeduzz.invoice_settled' })).toMatchObject({
    action: 'ignore',
    reason: 'unknown_event',
    reasonDetail: 'myeduzz.invoice_settled',
  })
})

it.each([
  ['refunded', 'revoke for good'],
  ['canceled', 'revoke transaction'],
  ['paid', 'ignore'],
  ['open', 'ignore'],
])('a change of status to %s takes back at most: %s', async (status, decision) => {
  expect(decisionOf(await read(withData({ status }, 'myeduzz.invoice_status_changed')))).toBe(decision)
})

it('tells when a refund was', async () => {
  const refunded = withData({ refundedAt: '2026-08-05T10:00:00Z' }, 'myeduzz.invoice_refunded')
  expect((await read(refunded)).occurredOn).toEqual(new Date('2026-08-05T10:00:00Z'))
  expect((await read(withData({}, 'myeduzz.invoice_refunded'))).occurredOn).toEqual(new Date(sample.sentDate))
})

const contractOf = (status: string, contentAccess?: object) => ({
  id: 'no-invoice',
  products: [{ id: 700001, name: 'Clube', plan: 'Mensal' }],
  contract: {
    id: 'C-1',
    status,
    updatedAt: '2026-08-04T12:00:00Z',
    recurrence: { nextDue: '2026-09-04T00:00:00Z' },
    ...(contentAccess && { contentAccess }),
  },
  customer: {
    name: 'Rafael Lima',
    email: 'rafael.exemplo@example.com',
    document: '11144477735',
    phone: { countryCode: '55', areaCode: '11', number: '900000002' },
  },
})
const nextDue = new Date('2026-09-04T00:00:00Z')

it.each([
  ['canceled', undefined, 'revoke subscription', nextDue],
  ['canceled', { removeOnContractEnd: true }, 'revoke subscription', nextDue],
  ['canceled', { removeOnContractEnd: false }, 'ignore', null],
  ['finished', undefined, 'revoke subscription', nextDue],
  ['finished', { removeOnContractEnd: false }, 'ignore', null],
  ['late', { removeOnLatePayment: true }, 'revoke subscription', null],
  ['late', { removeOnLatePayment: false }, 'ignore', null],
  ['late', undefined, 'ignore', null],
  ['defaulter', { removeOnLatePayment: true }, 'revoke subscription', null],
  ['defaulter', { removeOnLatePayment: 'true' }, 'ignore', null],
  ['suspended', { removeOnLatePayment: true }, 'revoke subscription', null],
  ['suspended', undefined, 'ignore', null],
  ['upToDate', undefined, 'amend charge_moved', nextDue],
  ['trial', undefined, 'ignore', null],
  ['free', undefined, 'ignore', null],
  ['awaitingPayment', undefined, 'ignore', null],
  ['outro', { removeOnContractEnd: true, removeOnLatePayment: true }, 'ignore', null],
])('a contract that is %s, of %j: %s', async (status, contentAccess, decision, until) => {
  const event = 'myeduzz.contract_updated'
  const data = contractOf(status, contentAccess)
  for (const body of [
    { id: 'e1', event, data },
    { event, ...data },
  ]) {
    const sale = await read(body)
    expect(decisionOf(sale)).toBe(decision)
    expect(sale).toMatchObject({
      until,
      transaction: null,
      subscription: 'C-1',
      productIds: ['700001'],
      productName: 'Clube',
      buyer: { name: 'Rafael Lima', cellphone: '5511900000002', document: '11144477735' },
      occurredOn: new Date('2026-08-04T12:00:00Z'),
    })
  }
})

it('reads that a contract goes on', async () => {
  for (const reason of ['reactivation', { type: 'Reactivated' }]) {
    const data = { ...contractOf('upToDate'), reason }
    const sale = await read({ id: 'e1', event: 'myeduzz.contract_updated', data })
    expect(decisionOf(sale)).toBe('amend subscription_resumed')
  }
})

it('ends a contract by the event that only third parties name', async () => {
  const sale = await read({ id: 'e1', event: 'myeduzz.contract_canceled', data: contractOf('canceled') })
  expect([decisionOf(sale), sale.until]).toEqual(['revoke subscription', nextDue])
})

const vector = '{"id":"evt_teste_1","event":"myeduzz.invoice_paid","data":{"id":"90000001"}}'
const vectorSignature = '9139d5d014ff8db6528aeab7016348768bd04360c8f090dc35693840f77e09e9'

it.each([
  ['the signature', vector, vectorSignature, 'segredo-de-teste', true],
  ['it in upper case', vector, vectorSignature.toUpperCase(), 'segredo-de-teste', true],
  ['it with spaces', vector, ` ${vectorSignature} `, 'segredo-de-teste', true],
  ['it of another code', vector, vectorSignature, 'outro', false],
  ['it of another body', vector.replace('90000001', '90000002'), vectorSignature, 'segredo-de-teste', false],
  ['it of the same body written otherwise', vector.replace('{', '{ '), vectorSignature, 'segredo-de-teste', false],
  ['none', vector, undefined, 'segredo-de-teste', false],
  ['an empty one', vector, '', 'segredo-de-teste', false],
  ['one with the empty code', vector, createHmac('sha256', '').update(vector).digest('hex'), '', false],
])('version 3 proves itself by %s: %#', (_, body, signature, code, isBelieved) => {
  const delivery = deliveryOf(body, { headers: signature === undefined ? {} : { 'x-signature': signature } })
  expect(eduzz.proves(delivery, { code, accessToken: '' })).toBe(isBelieved)
  expect(eduzz.shownSecret(delivery)).toBeNull()
})

it('no secret in the body stands in for the signature of version 3', () => {
  const { code } = credentials
  const fields = { edz_fat_cod: '1', edz_cli_origin_secret: code }
  const body = { ...sample, origin_secret: code, trans_cod: '1', trans_status: '3', fields }
  expect(eduzz.proves(deliveryOf(body), credentials)).toBe(false)
})

it('takes pings and empty calls for tests', () => {
  expect(eduzz.isTest(deliveryOf({ id: 'p', event: 'ping', data: { message: 'ping' } }))).toBe(true)
  expect(eduzz.isTest(deliveryOf(''))).toBe(true)
  expect(eduzz.isTest(deliveryOf(sample))).toBe(false)
  // The obsolete channels check an address without a secret.
  for (const body of [{ trans_cod: '1', trans_status: '3' }, { event_name: 'cart_abandonment' }]) {
    expect(eduzz.isTest(deliveryOf(body))).toBe(true)
    expect(eduzz.isTest(deliveryOf({ ...body, origin_secret: 'segredo' }))).toBe(false)
  }
})

it('a ping is one of Eduzz where it is signed', () => {
  const ping = { id: 'p', event: 'ping' }
  expect(isEduzz(deliveryOf(ping, { headers: { 'x-signature': vectorSignature } }))).toBe(true)
  expect(isEduzz(deliveryOf(ping))).toBe(false)
})
