import { mappingLimits } from '@escola/contract/field-mappings.contract'
import { expect, it } from 'vitest'
import { parseBody } from './body.ts'
import { findMixed, suggestMapping } from './mapping-suggestion.ts'
import { listSampleFields } from './sample-fields.ts'

const listOf = (body: unknown) => listSampleFields(parseBody(Buffer.from(JSON.stringify(body))))
const shown = (body: unknown) => Object.fromEntries(listOf(body).fields.map(({ path, text }) => [path.join('.'), text]))

it('shows each field once, and those of all items as one', () => {
  const fields = shown({
    event: 'paid',
    vazio: null,
    itens: [{ id: 1 }, { id: 2, oferta: 'x' }],
    nomes: ['a', 'b'],
    ok: true,
  })
  expect(fields).toEqual({
    event: 'paid',
    vazio: '',
    'itens.*.id': '1',
    'itens.*.oferta': 'x',
    'nomes.*': 'a',
    ok: 'true',
  })
})

it('shows some of a body that is larger than a screen, and no name that can be kept nowhere', () => {
  const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, number) => [`k${number}`, 'x'.repeat(50)]))
  const { fields, isCut } = listOf(wide)
  expect([fields.length, isCut]).toEqual([mappingLimits.sampleFields, true])
  expect(listOf({ '': 1, ['n'.repeat(101)]: 1, 'a\0': 1, '\uD800': 1, bom: '\uD800\0'.repeat(200) })).toEqual({
    fields: [{ path: ['bom'], text: '\uFFFD'.repeat(200) }],
    isCut: true,
  })
})

it.each<[string, object, Record<string, string>, Record<string, string>]>([
  [
    'a platform that writes English',
    {
      event: 'purchase_approved',
      data: {
        order: { id: 'T1', paid_at: '2026-08-04T12:00:00Z' },
        producer: { email: 'escola@example.com' },
        customer: { full_name: 'Ana', email: 'ana@example.com', phone: '11900000001' },
        items: [{ product_id: '7', name: 'Curso' }],
        subscription: { id: 'S1', next_charge: '2026-09-04' },
      },
    },
    {
      event: 'event',
      transaction: 'data.order.id',
      email: 'data.customer.email',
      name: 'data.customer.full_name',
      phone: 'data.customer.phone',
      product_ids: 'data.items.*.product_id',
      product_name: 'data.items.*.name',
      subscription: 'data.subscription.id',
      occurred_on: 'data.order.paid_at',
      paid_until: 'data.subscription.next_charge',
    },
    { purchase_approved: 'paid' },
  ],
  [
    'one that writes Portuguese',
    {
      tipo: 'venda',
      status_transacao: 'Reembolsado',
      transacao: 'PAY-1',
      codigo_produto: '7',
      nome_produto: 'Curso',
      nome_comprador: 'Ana',
      email_comprador: 'ana@example.com',
      telefone_comprador: '11900000001',
    },
    {
      event: 'status_transacao',
      transaction: 'transacao',
      email: 'email_comprador',
      name: 'nome_comprador',
      phone: 'telefone_comprador',
      product_ids: 'codigo_produto',
      product_name: 'nome_produto',
    },
    { Reembolsado: 'refunded' },
  ],
  [
    'Greenn, whose event never changes',
    {
      ...{ type: 'sale', event: 'saleUpdated', oldStatus: 'created', currentStatus: 'paid' },
      sale: { id: 'TX-A', status: 'paid', created_at: '2026-11-20T13:00:00.000000Z' },
      ...{ product: { id: 4321, name: 'Curso' }, client: { name: 'Ana', email: 'ana@example.com' }, offer: { id: 9 } },
    },
    {
      ...{ event: 'currentStatus', transaction: 'sale.id', email: 'client.email', name: 'client.name' },
      ...{ product_ids: 'product.id', offer_ids: 'offer.id', product_name: 'product.name' },
      occurred_on: 'sale.created_at',
    },
    { paid: 'paid' },
  ],
  [
    'Guru, whose type is that of the account',
    {
      ...{
        api_token: '[segredo oculto]',
        webhook_type: 'transaction',
        type: 'producer',
        id: '9a1b',
        status: 'approved',
      },
      contact: {
        ...{ id: 'c1', name: 'Ana', email: 'ana@example.com', doc: '52998224725' },
        ...{ phone_local_code: '11', phone_number: '900000001' },
      },
      product: { id: 'p1', internal_id: '77', marketplace_id: 'm1', name: 'Curso', offer: { id: 'o1' } },
      ...{ subscription: { id: 'sub_1', last_status: 'active' }, payment: { method: 'pix', marketplace_id: 'mp1' } },
    },
    {
      ...{ event: 'status', transaction: 'id', email: 'contact.email', name: 'contact.name' },
      ...{ phone: 'contact.phone_number', phone_area: 'contact.phone_local_code', document: 'contact.doc' },
      ...{ product_ids: 'product.id', product_name: 'product.name', subscription: 'subscription.id' },
    },
    { approved: 'paid' },
  ],
  [
    'PerfectPay, whose state is a number with its name beside it',
    {
      ...{
        token: '[segredo oculto]',
        code: 'PPCP1',
        sale_amount: 97,
        sale_status_enum: 7,
        sale_status_enum_key: 'refunded',
      },
      ...{ sale_status_detail: 'accredited', payment_type_enum_key: 'pix' },
      ...{ product: { code: 'PPPB1', name: 'Curso' }, plan: { code: 'PPLQ1', name: 'Único' } },
      customer: {
        ...{ full_name: 'Ana', email: 'ana@example.com', identification_number: '52998224725' },
        ...{ phone_area_code: '11', phone_number: '900000001' },
      },
    },
    {
      ...{ event: 'sale_status_enum_key', transaction: 'code', email: 'customer.email', name: 'customer.full_name' },
      ...{ phone: 'customer.phone_number', phone_area: 'customer.phone_area_code' },
      ...{ document: 'customer.identification_number', product_ids: 'product.code', offer_ids: 'plan.code' },
      product_name: 'product.name',
    },
    { refunded: 'refunded' },
  ],
  [
    'Appmax, with two names and products in bundles',
    {
      ...{ environment: 'production', event: 'OrderPaidByPix' },
      data: {
        ...{ id: 9001, status: 'aprovado' },
        customer: {
          ...{ id: 1, firstname: 'Ana', lastname: 'Lima', email: 'ana@example.com', telephone: '11900000001' },
        },
        bundles: [{ id: 5, name: 'Kit', products: [{ id: 7, sku: 'CURSO', name: 'Curso' }] }],
      },
    },
    {
      ...{ event: 'event', transaction: 'data.id', email: 'data.customer.email', name: 'data.customer.firstname' },
      ...{ last_name: 'data.customer.lastname', phone: 'data.customer.telephone' },
      ...{ product_ids: 'data.bundles.*.products.*.id', offer_ids: 'data.bundles.*.id' },
      product_name: 'data.bundles.*.name',
    },
    { OrderPaidByPix: 'paid' },
  ],
  [
    'one with words of its own: only the e-mail shows what it is',
    { acao: 'vendeu', vendedor: { contato: 'v@example.com' }, pessoa: { contato: 'ana@example.com' } },
    { email: 'pessoa.contato' },
    {},
  ],
])('suggests what fields mean of %s', (_, body, fields, meanings) => {
  const { fields: paths, outcomes } = suggestMapping([listOf(body).fields])
  expect(Object.fromEntries(Object.entries(paths).map(([field, path]) => [field, path.join('.')]))).toEqual(fields)
  expect(Object.fromEntries(outcomes.map(({ value, outcome }) => [value, outcome]))).toEqual(meanings)
})

it('warns of a value that came with states that mean different things', () => {
  const sampleOf = (event: string, status: string) => listOf({ event, old_status: 'created', sale: { status } }).fields
  const samples = [
    sampleOf('saleUpdated', 'paid'),
    sampleOf('saleUpdated', 'refunded'),
    sampleOf('saleCreated', 'paid'),
  ]
  expect(findMixed(samples, ['event'], 'saleUpdated')).toEqual({
    path: ['sale', 'status'],
    texts: ['paid', 'refunded'],
  })
  expect(findMixed(samples, ['event'], 'saleCreated')).toBeNull()
  expect(findMixed(samples, ['sale', 'status'], 'paid')).toBeNull()
  expect(findMixed(samples, undefined, 'paid')).toBeNull()
})
