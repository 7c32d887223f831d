import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OwnSetup } from '../../sales-accounts/account-proofs.service.ts'
import { parseBody } from './body.ts'
import { suggestMapping } from './mapping-suggestion.ts'
import type { Delivery, Sale } from './platform.ts'
import { platforms, recognizePlatform } from './platforms.ts'
import { listSampleFields } from './sample-fields.ts'

const names = fc.constantFrom(
  ...[
    'id',
    'event',
    'data',
    'hottok',
    'prod',
    'status',
    'transaction',
    'product',
    'buyer',
    'purchase',
    'email',
    'name',
  ],
  ...['subscription', 'subscriber', 'code', 'content', 'products', 'items', 'item', 'productId', 'contract', 'student'],
  ...['contentAccess', 'recurrence', 'nextDue', 'trans_cod', 'trans_status', 'event_name', 'fields', 'edz_fat_cod'],
  ...[
    'trans_items',
    'transacao',
    'status_transacao_codigo',
    'plano_adicional1',
    'codigo',
    'action',
    'type',
    'metadata',
  ],
  ...['order', 'sale', 'venda', 'payload', 'customer', 'phone', 'number', 'ddd', 'cpf', 'offer', 'paid_at', 'payer'],
  ...['additional_info', 'external_reference', 'collector_id', 'creation_date', '__proto__', 'constructor', 'length'],
)
const leaves = fc.oneof(
  fc.constantFrom('PURCHASE_APPROVED', 'SUBSCRIPTION_CANCELLATION', 'myeduzz.invoice_paid', 'myeduzz.contract_updated'),
  fc.constantFrom('approved', 'refunded', 'canceled', 'create', 'remove', 'invoice_paid', '3', '4', 'payment', 'ping'),
  fc.constantFrom('a@example.com', '\0', '\uD800', '2026-08-04T12:00:00Z', '0', ''),
  fc.constantFrom(null, true, false, 0, -1, 1e300, 123456789, 1754300000000),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const { body: bodies } = fc.letrec<{ value: unknown; body: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaves, tie('body'), fc.array(tie('value'), { maxLength: 3 })),
  body: fc.dictionary(names, tie('value'), { maxKeys: 5 }),
}))
const texts = fc.record(
  {
    'x-hotmart-hottok': fc.string(),
    'x-signature': fc.oneof(fc.string(), fc.constantFrom('ts=1,v1=2', 'ts=,v1', 'sha256=x', '__proto__=1')),
    'x-hubla-token': fc.string(),
    'x-cakto-signature': fc.oneof(fc.string(), fc.constantFrom('v1=', `v1=${'a'.repeat(64)}`)),
    authorization: fc.oneof(fc.string(), fc.constant('Bearer x')),
  },
  { requiredKeys: [] },
)
const topics = fc.oneof(fc.constant('payment'), fc.string())
const queries = fc.record(
  {
    'data.id': fc.oneof(fc.constantFrom('123', '../x', ''), fc.string()),
    type: topics,
    topic: topics,
    signature: fc.oneof(fc.string(), fc.constant('a'.repeat(40))),
    provider: fc.constantFrom('bravapay', 'x'),
  },
  { requiredKeys: [] },
)
/** One sale of each, as its platform tells it. */
const sales: Record<string, unknown>[] = [
  {
    id: 'e1',
    event: 'PURCHASE_APPROVED',
    creation_date: 1754300000000,
    data: {
      product: { id: 7, name: 'Curso' },
      buyer: { email: 'a@example.com', name: 'Ana' },
      purchase: { transaction: 'HP1' },
      subscription: { subscriber: { code: 'S1' } },
    },
  },
  { hottok: 'x', status: 'approved', prod: '7', transaction: 'HP1', email: 'a@example.com' },
  {
    id: 'e1',
    event: 'myeduzz.invoice_paid',
    data: {
      id: '9',
      buyer: { email: 'a@example.com' },
      student: { email: 'b@example.com' },
      items: [{ productId: '7' }],
      contract: { id: 'C1', status: 'late', recurrence: { nextDue: '2026-09-04' }, contentAccess: {} },
    },
  },
  { event_name: 'invoice_paid', trans_cod: '1', trans_status: '3', product_cod: '7', cus_email: 'a@example.com' },
  { type: 'create', fields: { edz_fat_cod: '1', edz_cnt_cod: '7', edz_cli_email: 'a@example.com' } },
  {
    transacao: 'P1',
    status_transacao_codigo: '4',
    codigo_produto: '7',
    email_comprador: 'a@example.com',
    plano_adicional1: { codigo: '8' },
  },
  { type: 'payment', action: 'payment.updated', data: { id: '123' }, user_id: 5 },
  {
    event: 'purchase_approved',
    order: { id: 'T1', status: 'paid' },
    product: { id: 7 },
    items: [{ id: 8 }],
    customer: { email: 'a@example.com', phone: { ddd: '11', number: '900000001' } },
  },
  {
    webhook_event_type: 'order_approved',
    order_id: 'K1',
    Product: { product_id: '7' },
    Customer: { email: 'a@example.com' },
    Subscription: { plan: { id: 'P1' }, customer_access: { access_until: '2026-09-04T12:00:00Z' } },
  },
  {
    type: 'customer.member_added',
    event: { product: { id: '7' }, products: [{ id: '8' }], subscription: { id: 'S1' } },
  },
  {
    event: 'purchase_approved',
    data: [{ id: 'C1', product: { id: '7', short_id: 'x' }, customer: { email: 'a@example.com' } }],
  },
  {
    version: '2.0',
    status: 'authorized',
    status_date: '2026-08-04 09:00:00',
    order: { hash: 'T1' },
    item: { product_id: 7, days_of_access: 30 },
    customer: { email: 'a@example.com', phone: { ddi: '55', ddd: '11', number: '900000001' } },
    subscriptions: [{ id: 1, next_charge: '2026-09-04' }],
  },
  {
    event: 'SALE_APPROVED',
    sale_id: 'S1',
    products: [{ id: '7', offer_id: 'O1' }],
    customer: { email: 'a@example.com' },
  },
]
const payment = {
  id: 123,
  status: 'approved',
  collector_id: 5,
  metadata: { turma: '42' },
  payer: { email: 'a@example.com', phone: { area_code: '11', number: '900000001' } },
  additional_info: { items: [{ id: '7' }] },
}

/** Set-up of an account on a platform that the school named. */
const setup: OwnSetup = {
  accountId: '12',
  proof: { kind: 'field', name: 'order.hash' },
  mapping: {
    fields: {
      event: ['event'],
      transaction: ['sale_id'],
      email: ['customer', 'email'],
      product_ids: ['products', '*', 'id'],
      offer_ids: ['items', '*', '*', '*', 'constructor'],
      occurred_on: ['data', '*'],
      paid_until: ['subscriptions', '*', 'next_charge'],
    },
    outcomes: [{ value: 'SALE_APPROVED', outcome: 'paid' }],
  },
}

/** A sale that lacks nothing but what is strange in it: some values, wherever they stand, are others. */
const spoilt = (sale: Record<string, unknown>) =>
  fc
    .array(fc.tuple(fc.nat(), fc.oneof(leaves, bodies, fc.array(leaves, { maxLength: 3 }))), { maxLength: 2 })
    .map((changes) => {
      const copy = structuredClone(sale)
      for (const [place, value] of changes) {
        const places = placesIn(copy)
        const { holder, name } = places[place % places.length]!
        holder[name] = structuredClone(value)
      }
      return copy
    })

interface Place {
  holder: Record<string, unknown>
  name: string
}
const placesIn = (value: unknown): Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => [
        { holder: value as Record<string, unknown>, name },
        ...placesIn(each),
      ])
    : []

const deliveries = fc.oneof(bodies, ...sales.map(spoilt))

it('nothing that comes is a fault of ours', async () => {
  const granted = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      deliveries,
      texts,
      queries,
      fc.oneof(spoilt(payment), bodies, leaves),
      async (sent, headers, query, answer) => {
        const raw = Buffer.from(JSON.stringify(sent))
        const delivery = { headers, query, raw, body: parseBody(raw) }
        recognizePlatform(delivery)
        const { fields } = listSampleFields(delivery.body)
        for (const { text } of fields) expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
        suggestMapping([fields])
        for (const platform of Object.values(platforms)) {
          for (const code of ['', 'um-segredo-que-ninguem-sabe'])
            expect(platform.proves(delivery, { code, accessToken: '', setup })).toBe(false)
          expect(typeof platform.isTest(delivery)).toBe('boolean')
          expect(platform.shownSecret(delivery)).not.toBe('')
          for (const part of platform.listParts?.(delivery) ?? []) parseBody(Buffer.from(JSON.stringify(part)))
          const look = { fetchPayment: async () => answer }
          const sale = await platform.read(delivery, look, { code: 'x', accessToken: 'x', setup })
          if (sale.action === 'enroll') granted.add(platform.name)
          expectSound(sale, platform.productIdsOf(delivery))
        }
      },
    ),
    { numRuns: 600 },
  )
  // A delivery that is only a little strange is still understood.
  expect(granted.size).toBe(12)
})

function expectSound(sale: Sale, looked: string[]) {
  const { eventId, event, transaction, subscription, productIds, offerIds, productName, buyer } = sale
  const all = [eventId, event, transaction, subscription, productName, ...looked, ...productIds, ...offerIds]
  for (const text of [...all, ...Object.values(buyer)]) {
    if (text === null) continue
    expect(typeof text).toBe('string')
    expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
  }
  for (const id of [eventId, transaction, subscription]) expect(id).not.toBe('')
  for (const date of [sale.until, sale.occurredOn]) expect(date === null || Number.isFinite(date.getTime())).toBe(true)
  expect(Boolean(sale.reason)).toBe(sale.action === 'ignore')
  expect(Boolean(sale.revokes)).toBe(sale.action === 'revoke')
  expect(Boolean(sale.amends)).toBe(sale.action === 'amend')
  if (sale.action === 'revoke') expect(transaction ?? subscription).not.toBeNull()
}

it('no body of the largest size takes long', () => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, number) => [`k${number}`, 1]))
  const deep = { data: wide, payload: wide, product: wide, items: Array.from({ length: 20_000 }, () => ({ id: 1 })) }
  const began = process.cpuUsage()
  const delivery: Delivery = { headers: {}, query: {}, raw: Buffer.alloc(0), body: deep }
  for (const platform of Object.values(platforms)) platform.productIdsOf(delivery)
  // Milliseconds of work, which other processes don't lengthen.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000)
})
