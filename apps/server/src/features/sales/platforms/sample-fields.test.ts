import { mappingLimits } from '@escola/contract/field-mappings.contract'
import { expect, it } from 'vitest'
import { parseBody } from './body.ts'
import { suggestMapping } from './mapping-suggestion.ts'
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
