import { createHmac } from 'node:crypto'
import { AccountProof } from '@escola/contract/account-proofs'
import type { MappingDraft } from '@escola/contract/field-mappings.contract'
import { expect, it } from 'vitest'
import type { OwnSetup } from '../../sales-accounts/account-proofs.service.ts'
import { code, decisionOf, deliveryOf } from './delivery.testing.ts'
import { other } from './other.ts'
import type { Sale } from './platform.ts'

const mapping: MappingDraft = {
  fields: {
    event: ['situacao'],
    transaction: ['pedido', 'numero'],
    email: ['cliente', 'email'],
    name: ['cliente', 'nome'],
    phone: ['cliente', 'fone'],
    product_ids: ['itens', '*', 'sku'],
    offer_ids: ['plano'],
    subscription: ['assinatura'],
    occurred_on: ['quando'],
    paid_until: ['validade'],
  },
  outcomes: [
    { value: 'Pago', outcome: 'paid' },
    { value: 'true', outcome: 'paid' },
    { value: '7', outcome: 'refunded' },
    { value: 'estorno', outcome: 'refunded' },
    { value: 'desistiu', outcome: 'canceled' },
    { value: 'fim', outcome: 'subscription_ended' },
    { value: 'boleto', outcome: 'ignored' },
  ],
}
const setup: OwnSetup = { accountId: '12', proof: { kind: 'bearer' }, mapping }
const look = { fetchPayment: async () => null }
const read = (body: unknown, own: OwnSetup = setup): Promise<Sale> =>
  other.read(deliveryOf(body), look, { code, accessToken: '', setup: own })

const sale = {
  situacao: 'Pago',
  pedido: { numero: 1001 },
  cliente: { nome: 'Maria Lima', email: ' Maria@Example.com ', fone: '11 90000-0001' },
  itens: [{ sku: 'A' }, { sku: 'B' }, { nome: 'brinde' }],
  plano: 'anual',
  assinatura: 'S1',
  quando: '04/08/2026 09:00',
  validade: '2027-08-04',
}

it('reads a sale by what the school has said, and puts the account before its codes', async () => {
  expect(await read(sale)).toEqual({
    eventId: null,
    event: 'Pago',
    action: 'enroll',
    until: new Date('2027-08-04T03:00:00Z'),
    transaction: '12-1001',
    subscription: '12-S1',
    productIds: ['A', 'B'],
    offerIds: ['anual'],
    items: [
      ['A', 'anual'],
      ['B', 'anual'],
    ],
    productName: '',
    buyer: { name: 'Maria Lima', email: 'maria@example.com', cellphone: '5511900000001', document: '' },
    occurredOn: new Date('2026-08-04T12:00:00Z'),
  })
})

it.each<[string, object, string, string?]>([
  ['the exact value', { situacao: 'Pago' }, 'enroll'],
  ['a value with blanks around it', { situacao: ' Pago ' }, 'enroll'],
  ['a yes', { situacao: true }, 'enroll'],
  ['a number', { situacao: 7 }, 'revoke for good'],
  ['a refund', { situacao: 'estorno' }, 'revoke for good'],
  ['a canceled purchase', { situacao: 'desistiu' }, 'revoke transaction'],
  ['a subscription that ended', { situacao: 'fim' }, 'revoke subscription'],
  ['the end of a subscription that is not named', { situacao: 'fim', assinatura: null }, 'revoke transaction'],
  ['what changes nothing', { situacao: 'boleto' }, 'ignore', 'no_access_change'],
  ['another case, which has no meaning', { situacao: 'pago' }, 'ignore', 'no_meaning'],
  ['a word of which one with a meaning is a part', { situacao: 'Não Pago' }, 'ignore', 'no_meaning'],
  ['no value', { situacao: '' }, 'ignore', 'no_meaning'],
  ['an object for a value', { situacao: { a: 'Pago' } }, 'ignore', 'no_meaning'],
  ['a sale without its product', { itens: [], plano: null }, 'ignore', 'no_product'],
  ['a refund without its purchase', { situacao: 'estorno', pedido: 1, assinatura: null }, 'ignore', 'no_purchase'],
])('decides by %s', async (_, more, decision, reason) => {
  const found = await read({ ...sale, ...more })
  expect([decisionOf(found), found.reason]).toEqual([decision, reason])
})

it.each<[string, unknown, string[]]>([
  ['a single object where a list stood', { sku: 'A' }, ['A']],
  ['a list that a form has numbered with gaps', { 0: { sku: 'A' }, 7: { sku: 'B' } }, ['A', 'B']],
  ['lists in a list', [[{ sku: 'A' }]], []],
  ['texts in place of objects', ['A', 'B'], []],
  ['one code twice', [{ sku: 'A' }, { sku: 'A' }], ['A']],
  ['a code of 0 and one that is too long', [{ sku: 0 }, { sku: 'x'.repeat(101) }], []],
])('finds products in %s', async (_, itens, found) => {
  expect((await read({ ...sale, itens })).productIds).toEqual(found)
})

it('waits for a mapping, reads a form, and takes the last of two fields of one name', async () => {
  expect(await read(sale, { ...setup, mapping: null })).toMatchObject({ action: 'ignore', reason: 'no_mapping' })
  const form = 'situacao=Pago&pedido[numero]=7&cliente[email]=a@example.com&itens[0][sku]=A&itens[1][sku]=B'
  expect(await read(form)).toMatchObject({ action: 'enroll', transaction: '12-7', productIds: ['A', 'B'] })
  const twice = '{"situacao":"Pago","situacao":"boleto","itens":[{"sku":"A"}]}'
  expect(await read(twice)).toMatchObject({ action: 'ignore', event: 'boleto' })
  expect(await read('{"situacao":"Pago","__proto__":{"plano":"x"},"constructor":{"plano":"x"}}')).toMatchObject({
    action: 'ignore',
    reason: 'no_product',
  })
})

const body = '{"token":"codigo-de-teste","auth":{"chave":"codigo-de-teste","n":77},"a.b":"codigo-de-teste"}'
const sign = (
  text: string,
  { key = code, algorithm = 'sha256', encoding = 'hex' as 'hex' | 'base64' }: Record<string, string> = {},
) =>
  createHmac(algorithm, key)
    .update(text)
    .digest(encoding as 'hex')
const signature = (more: object = {}) => ({
  kind: 'signature',
  name: 'X-Assinatura',
  algorithm: 'sha256',
  encoding: 'hex',
  ...more,
})
const header = (name: string, value: string) => ({ headers: { [name]: value } })

it.each<[string, boolean, object, { headers?: Record<string, string>; query?: Record<string, string> }]>([
  ['a bearer', true, { kind: 'bearer' }, header('authorization', `Bearer ${code}`)],
  ['a bearer in small letters', true, { kind: 'bearer' }, header('authorization', ` bearer ${code} `)],
  ['another bearer', false, { kind: 'bearer' }, header('authorization', 'Bearer outro')],
  ['a token without Bearer', false, { kind: 'bearer' }, header('authorization', code)],
  ['no bearer', false, { kind: 'bearer' }, {}],
  ['a header', true, { kind: 'header', name: 'X-Token' }, header('x-token', code)],
  ['the same in another header', false, { kind: 'header', name: 'X-Token' }, header('x-outro', code)],
  ['a longer header', false, { kind: 'header', name: 'X-Token' }, header('x-token', `${code}x`)],
  ['an empty header', false, { kind: 'header', name: 'X-Token' }, header('x-token', '')],
  ['a name that every object has', false, { kind: 'header', name: 'constructor' }, {}],
  ['a value of the address', true, { kind: 'query', name: 'token' }, { query: { token: code } }],
  ['another value', false, { kind: 'query', name: 'token' }, { query: { token: 'x' } }],
  ['a name that the address lacks', false, { kind: 'query', name: 'toString' }, { query: { token: code } }],
  ['a field', true, { kind: 'field', name: 'token' }, {}],
  ['a field in an object', true, { kind: 'field', name: 'auth.chave' }, {}],
  ['a field whose name has a dot', true, { kind: 'field', name: 'a.b' }, {}],
  ['an object', false, { kind: 'field', name: 'auth' }, {}],
  ['a field that is not there', false, { kind: 'field', name: 'auth.token' }, {}],
  ['a signature', true, signature(), header('x-assinatura', sign(body))],
  ['a signature in capitals', true, signature(), header('x-assinatura', sign(body).toUpperCase())],
  ['another signature', false, signature(), header('x-assinatura', sign(body, { key: 'outro' }))],
  ['a signature of an empty key', false, signature(), header('x-assinatura', sign(body, { key: '' }))],
  ['a signature of other bytes', false, signature(), header('x-assinatura', sign(`${body} `))],
  ['a part of a signature', false, signature(), header('x-assinatura', sign(body).slice(0, 40))],
  ['the code itself', false, signature(), header('x-assinatura', code)],
  ['no signature', false, signature(), {}],
  [
    'SHA-1 in base64',
    true,
    signature({ algorithm: 'sha1', encoding: 'base64' }),
    header('x-assinatura', sign(body, { algorithm: 'sha1', encoding: 'base64' })),
  ],
  ['SHA-256 where SHA-1 is wanted', false, signature({ algorithm: 'sha1' }), header('x-assinatura', sign(body))],
  [
    'hexadecimal digits where base64 is wanted',
    false,
    signature({ encoding: 'base64' }),
    header('x-assinatura', sign(body)),
  ],
  ['a prefix', true, signature({ prefix: 'sha256=' }), header('x-assinatura', `sha256=${sign(body)}`)],
  ['another prefix', false, signature({ prefix: 'sha256=' }), header('x-assinatura', `sha512=${sign(body)}`)],
  ['a missing prefix', false, signature({ prefix: 'sha256=' }), header('x-assinatura', sign(body))],
  [
    'a moment',
    true,
    signature({ prefix: 'v1=', timestamp: 'X-Momento' }),
    { headers: { 'x-assinatura': `v1=${sign(`1754300000.${body}`)}`, 'x-momento': '1754300000' } },
  ],
  [
    'another moment',
    false,
    signature({ timestamp: 'X-Momento' }),
    { headers: { 'x-assinatura': sign(`1754300000.${body}`), 'x-momento': '1754300001' } },
  ],
  ['no moment', false, signature({ timestamp: 'X-Momento' }), header('x-assinatura', sign(`.${body}`))],
])('%s: proves %s', (_, isProven, proof, call) => {
  const own = { ...setup, proof: AccountProof.parse(proof) }
  const delivery = deliveryOf(body, call)
  expect(other.proves(delivery, { code, accessToken: '', setup: own })).toBe(isProven)
  for (const nothing of ['', 'outro-codigo'])
    expect(other.proves(delivery, { code: nothing, accessToken: '', setup: own })).toBe(false)
  expect(other.proves(delivery, { code, accessToken: '' })).toBe(false)
})

it.each([
  { kind: 'header', name: 'X Token' },
  { kind: 'header', name: '' },
  { kind: 'query', name: 'a&b' },
  { kind: 'field', name: '.a' },
  { kind: 'field', name: 'a b' },
  signature({ prefix: 'a b' }),
  signature({ algorithm: 'md5' }),
  signature({ name: undefined }),
  { kind: 'nothing' },
])('takes no proof such as %j', (proof) => expect(AccountProof.safeParse(proof).success).toBe(false))
