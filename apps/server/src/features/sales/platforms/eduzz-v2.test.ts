import { expect, it } from 'vitest'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { eduzz } from './eduzz.ts'

const read = (body: unknown) => readBy(eduzz, body)
const invoice = {
  origin_secret: code,
  type: 'invoice',
  event_name: 'invoice_paid',
  trans_cod: '90000001',
  trans_status: '3',
  product_cod: '700001',
  product_parent_cod: '0',
  product_name: 'Curso Exemplo',
  'trans_items[0][item_product_id]': '700001',
  'trans_items[1][item_product_id]': '700002',
  'trans_items[1][item_product_name]': 'Bônus',
  cus_name: 'Rafael Lima',
  cus_email: 'rafael.exemplo@example.com',
  cus_tel: '1130000000',
  cus_cel: '11900000002',
  cus_taxnumber: '111.444.777-35',
  trans_paiddate: '2026-08-04 09:00:00',
}
const form = (fields: Record<string, string>) => String(new URLSearchParams({ ...invoice, ...fields }))

it.each([
  ['JSON whose items are flat', invoice],
  ['a form', form({})],
  [
    'JSON whose items are a list',
    { ...invoice, trans_items: [{ item_product_id: 700001 }, { item_product_id: '700002' }] },
  ],
])('reads an invoice as %s', async (_, body) => {
  expect(await read(body)).toEqual({
    eventId: null,
    event: 'invoice_paid',
    action: 'enroll',
    until: null,
    transaction: '90000001',
    subscription: null,
    productIds: ['700001', '700002'],
    offerIds: [],
    items: [['700001'], ['700002']],
    productName: 'Curso Exemplo',
    buyer: {
      name: 'Rafael Lima',
      email: 'rafael.exemplo@example.com',
      cellphone: '5511900000002',
      document: '11144477735',
    },
    occurredOn: new Date('2026-08-04T12:00:00Z'),
  })
})

it('enrols the student where there is one', async () => {
  const student = { student_name: 'Bia Lima', student_email: 'bia@example.com', student_taxnumber: '52998224725' }
  expect((await read({ ...invoice, ...student })).buyer).toEqual({
    name: 'Bia Lima',
    email: 'bia@example.com',
    cellphone: '',
    document: '52998224725',
  })
})

it.each([
  ['invoice_paid', 'enroll'],
  ['invoice_refunded', 'revoke for good'],
  ['invoice_canceled', 'revoke transaction'],
  ['invoice_deleted', 'revoke transaction'],
  ['contract_canceled', 'revoke subscription'],
  ['contract_suspended', 'revoke subscription'],
  ['contract_finished', 'revoke subscription'],
  ['invoice_trial', 'ignore'],
  ['contract_trial', 'ignore'],
  ['invoice_open', 'ignore'],
  ['invoice_processing', 'ignore'],
  ['invoice_waiting_documents', 'ignore'],
  ['invoice_waiting_refund', 'ignore'],
  ['invoice_analysing', 'ignore'],
  ['invoice_duplicated', 'ignore'],
  ['invoice_expired', 'ignore'],
  ['invoice_recovering', 'ignore'],
  ['invoice_waiting_payment', 'ignore'],
  ['invoice_refused', 'ignore'],
  ['invoice_overdue', 'ignore'],
  ['invoice_scheduled', 'ignore'],
  ['invoice_negociated', 'ignore'],
  ['contract_up_to_date', 'ignore'],
  ['contract_waiting_payment', 'ignore'],
  ['contract_delayed', 'ignore'],
  ['contract_overdue', 'ignore'],
  ['contract_free', 'ignore'],
  ['contract_next_charge', 'ignore'],
  ['cart_abandonment', 'ignore'],
])('%s: %s', async (event_name, decision) => {
  // Its status says paid all the while.
  const sale = await read({ ...invoice, event_name, recurrence_cod: '55' })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.subscription).toBe('55')
  expect(sale.reason).not.toBe('unknown_event')
})

it.each([
  ['1', 'ignore'],
  ['3', 'enroll'],
  [3, 'enroll'],
  ['4', 'revoke transaction'],
  ['6', 'ignore'],
  ['7', 'revoke for good'],
  ['9', 'ignore'],
  ['10', 'ignore'],
  ['11', 'ignore'],
  ['15', 'ignore'],
  ['18', 'ignore'],
])('the status %j without an event: %s', async (trans_status, decision) => {
  const sale = await read({ ...invoice, event_name: undefined, trans_status })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.event).toBe(`trans_status ${trans_status}`)
  expect(sale.reason).not.toBe('unknown_event')
})

it.each([
  [{ trans_status: '7' }, 'revoke for good'],
  [{ trans_status: '1' }, 'ignore'],
  [{ trans_status: '99' }, 'ignore'],
  [{ event_name: 'invoice_settled' }, 'ignore'],
  [{ event_name: 'invoice_settled', trans_status: '7' }, 'ignore'],
  [{ event_name: 'myeduzz' }, 'ignore'],
  [{ event_name: undefined, trans_status: '2' }, 'ignore'],
  [{ event_name: undefined, trans_status: '8' }, 'ignore'],
])('grants for no unknown event or status: %j', async (change, decision) => {
  expect(decisionOf(await read({ ...invoice, ...change }))).toBe(decision)
})

it('says when it was refunded, where that says an hour', async () => {
  const refund = { ...invoice, event_name: 'invoice_refunded', trans_status: '7' }
  const occurredOn = async (refund_date: string) => (await read({ ...refund, refund_date })).occurredOn
  expect(await occurredOn('2026-08-05 10:00:00')).toEqual(new Date('2026-08-05T13:00:00Z'))
  expect(await occurredOn('2026-08-05')).toBeNull()
})

const item = {
  type: 'create',
  sid: 'x',
  nsid: 'y',
  fields: {
    edz_fat_cod: '90000001',
    edz_fat_status: '3',
    edz_cnt_cod: '700001',
    edz_cnt_paicod: '700000',
    edz_cnt_titulo: 'Curso Exemplo',
    edz_cli_cod: '800001',
    edz_cli_rsocial: 'Rafael Lima',
    edz_cli_email: 'rafael.exemplo@example.com',
    edz_cli_cel: '11900000002',
    edz_cli_taxnumber: '11144477735',
    edz_cli_origin_secret: code,
    edz_con_cod: '0',
  },
}

it.each([
  ['below fields', item],
  [
    'in a form',
    Object.entries(item.fields)
      .map(([name, value]) => `fields[${name}]=${value}`)
      .join('&')
      .concat('&type=create'),
  ],
  ['at the top', { ...item.fields, type: 'create' }],
])('reads a custom delivery %s', async (_, body) => {
  expect(await read(body)).toEqual({
    eventId: 'create:90000001:700001',
    event: 'create',
    action: 'enroll',
    until: null,
    transaction: '90000001',
    line: '700001',
    subscription: null,
    productIds: ['700001', '700000'],
    offerIds: [],
    productName: 'Curso Exemplo',
    buyer: {
      name: 'Rafael Lima',
      email: 'rafael.exemplo@example.com',
      cellphone: '5511900000002',
      document: '11144477735',
    },
    occurredOn: null,
  })
})

it.each([
  ['create', '0', 'enroll'],
  ['remove', '0', 'revoke transaction'],
  ['remove', '55', 'revoke subscription'],
  ['update', '0', 'ignore'],
  ['', '0', 'ignore'],
])('a custom delivery of type %j in the contract %s: %s', async (type, edz_con_cod, decision) => {
  // Its invoice is paid all the while.
  const sale = await read({ ...item, type, fields: { ...item.fields, edz_con_cod } })
  expect([decisionOf(sale), sale.until]).toEqual([decision, null])
})

it('is a postback when it looks like both', async () => {
  expect(await read({ ...invoice, type: 'create', fields: item.fields })).toMatchObject({ event: 'invoice_paid' })
})

it('tells the items of one invoice apart', async () => {
  const second = { ...item, fields: { ...item.fields, edz_cnt_cod: '700002' } }
  expect((await read(second)).eventId).not.toBe((await read(item)).eventId)
})

it.each([
  ['origin_secret', invoice, true],
  ['origin', { ...invoice, origin_secret: undefined, origin: code }, true],
  ['a form', form({}), true],
  ['another secret', { ...invoice, origin_secret: 'outro' }, false],
  ['an empty secret', { ...invoice, origin_secret: '' }, false],
  ['no secret', { ...invoice, origin_secret: undefined }, false],
  ['the obsolete key', { ...invoice, origin_secret: undefined, api_key: code }, false],
  ['a custom delivery', item, true],
  ['another secret of one', { ...item, fields: { ...item.fields, edz_cli_origin_secret: 'outro' } }, false],
  ['no secret of one', { ...item, fields: { ...item.fields, edz_cli_origin_secret: undefined } }, false],
])('is believed by its secret: %s', (_, body, isBelieved) => {
  const delivery = deliveryOf(body)
  expect(eduzz.proves(delivery, credentials)).toBe(isBelieved)
  expect(eduzz.shownSecret(delivery) === code).toBe(isBelieved)
  expect(eduzz.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})
