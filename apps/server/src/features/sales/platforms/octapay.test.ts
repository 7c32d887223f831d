import { expect, it } from 'vitest'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { octapay } from './octapay.ts'

const sample = {
  chave_unica: code,
  transacao: 'PAY-TESTE0000001',
  codigo_produto: '12001',
  nome_produto: 'Curso Exemplo',
  codigo_plano: '650001',
  nome_plano: 'Plano 1',
  plano_adicional1: { nome: 'Bônus Exemplo', codigo: '650002', itens: '1', valor: '19.00' },
  plano_adicional2: null,
  nome_comprador: 'Carla Exemplo Dias',
  email_comprador: 'carla.exemplo@example.com',
  telefone_comprador: '31900000003',
  cpf_cnpj_comprador: '52998224725',
  email_produtor: 'escola@example.com',
  status_transacao: 'Paga',
  status_transacao_codigo: '4',
  data_finalizada: '2026-08-04 08:00:00',
  data_ultimo_evento: '2026-08-04 09:00:00',
}
const form = `chave_unica=${code}&transacao=PAY-TESTE0000001&codigo_produto=12001&nome_produto=Curso+Exemplo&codigo_plano=650001&plano_adicional1[codigo]=650002&plano_adicional2=&nome_comprador=Carla+Exemplo+Dias&email_comprador=carla.exemplo%40example.com&telefone_comprador=31900000003&cpf_cnpj_comprador=52998224725&status_transacao=Paga&status_transacao_codigo=4&data_ultimo_evento=2026-08-04+09%3A00%3A00`

it.each([
  ['JSON', sample],
  ['a form', form],
])('reads a sale as %s', async (_, body) => {
  expect(await readBy(octapay, body)).toEqual({
    eventId: null,
    event: '4 Paga',
    action: 'enroll',
    until: null,
    transaction: 'PAY-TESTE0000001',
    subscription: null,
    productIds: ['12001', '650002'],
    offerIds: ['650001'],
    items: [['12001', '650001'], ['650002']],
    productName: 'Curso Exemplo',
    buyer: {
      name: 'Carla Exemplo Dias',
      email: 'carla.exemplo@example.com',
      cellphone: '5531900000003',
      document: '52998224725',
    },
    occurredOn: new Date('2026-08-04T12:00:00Z'),
  })
  expect(octapay.productIdsOf(deliveryOf(body))).toEqual(['12001', '650001', '650002'])
})

it.each([
  ['1', 'ignore', '1 Aguardando pagamento'],
  ['2', 'ignore', '2 Em análise'],
  ['3', 'ignore', '3 Pré-autorizada'],
  ['4', 'enroll', '4 Paga'],
  ['5', 'revoke transaction', '5 Cancelada'],
  ['6', 'revoke for good', '6 Devolvida'],
  ['7', 'revoke for good', '7 Chargeback'],
  ['8', 'enroll', '8 Concluída'],
  ['9', 'revoke transaction', '9 Bloqueada'],
  ['10', 'ignore', '10 Carrinho abandonado'],
  [4, 'enroll', '4 Paga'],
  ['11', 'ignore', '11 Paga'],
  ['04', 'ignore', '04 Paga'],
  ['', 'ignore', 'Paga'],
  ['toString', 'ignore', 'toString Paga'],
])('the code %j: %s', async (status_transacao_codigo, decision, event) => {
  // The name of a status says nothing: here it is always “Paga”.
  const sale = await readBy(octapay, { ...sample, status_transacao_codigo })
  expect([decisionOf(sale), sale.event]).toEqual([decision, event])
})

it('takes the day of the payment for that of no later event', async () => {
  const dayAlone = { ...sample, data_ultimo_evento: '2026-08-20' }
  const paidOn = new Date('2026-08-04T11:00:00Z')
  for (const [status_transacao_codigo, occurredOn] of [
    ['4', paidOn],
    ['8', paidOn],
    ['5', null],
    ['6', null],
    ['7', null],
    ['9', null],
  ])
    expect(await readBy(octapay, { ...dayAlone, status_transacao_codigo })).toMatchObject({ occurredOn })
})

it('tells a code that changes nothing from an unknown one', async () => {
  const reasonOf = async (code: string) => (await readBy(octapay, { ...sample, status_transacao_codigo: code })).reason
  expect(await reasonOf('1')).toBe('no_access_change')
  expect(await reasonOf('11')).toBe('unknown_event')
})

it.each([
  [code, true],
  ['outro', false],
  ['', false],
  [undefined, false],
  [{ a: code }, false],
])('is believed with the key %j: %s', (chave_unica, isBelieved) => {
  const delivery = deliveryOf({ ...sample, chave_unica })
  expect(octapay.proves(delivery, credentials)).toBe(isBelieved)
  expect(octapay.shownSecret(delivery)).toBe(typeof chave_unica === 'string' && chave_unica ? chave_unica : null)
  expect(octapay.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})

it('takes an empty call for a test', () => {
  expect(octapay.isTest(deliveryOf(''))).toBe(true)
  expect(octapay.isTest(deliveryOf(sample))).toBe(false)
})
