import { createHmac } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { MercadoPagoSilent, TokenRefused } from '../../../sales-platforms/mercado-pago.ts'
import { decisionOf, deliveryOf } from './delivery.testing.ts'
import { mercadopago } from './mercadopago.ts'

const notice = {
  id: 555000111,
  live_mode: true,
  type: 'payment',
  date_created: '2026-08-04T09:00:00.000-03:00',
  user_id: 200000001,
  action: 'payment.updated',
  data: { id: '123456789' },
}
const query = { 'data.id': '123456789', type: 'payment' }
const requestId = '0f9a1c1e-1111-4222-8333-444455556666'
const v1 = '2fdc78b370c93128381399b1fa251fa494d5161145399fe595c030528ad938aa'
const v1WithoutId = 'd91a80e846849e2d48e0123759ebad20261497d43da0223498e5309d7a6241b3'
const secret = 'segredo-de-teste'

const payment = {
  id: 123456789,
  status: 'approved',
  status_detail: 'accredited',
  date_approved: '2026-08-04T09:00:00.000-03:00',
  date_last_updated: '2026-08-05T09:00:00.000-03:00',
  collector_id: 200000001,
  external_reference: 'curso-exemplo-01',
  metadata: { turma: '42' } as Record<string, unknown>,
  payer: {
    email: 'joana.exemplo@example.com',
    first_name: 'Joana',
    last_name: 'Exemplo',
    identification: { type: 'CPF', number: '52998224725' },
    phone: { area_code: '21', number: '900000004' },
  } as Record<string, unknown>,
  additional_info: { items: [{ id: 'curso-exemplo-01', title: 'Curso Exemplo' }] } as Record<string, unknown>,
}

const read = (
  answer: unknown,
  body: unknown = notice,
  address: Record<string, string> = query,
  accessToken = 'TOKEN',
) =>
  mercadopago.read(
    deliveryOf(body, { query: address }),
    { fetchPayment: async () => answer },
    { code: secret, accessToken },
  )

it('reads the payment, and not the notification', async () => {
  const fetchPayment = vi.fn(async () => payment)
  const sale = await mercadopago.read(
    deliveryOf(notice, { query }),
    { fetchPayment },
    { code: secret, accessToken: 'TOKEN' },
  )
  expect(fetchPayment).toHaveBeenCalledExactlyOnceWith('TOKEN', '123456789')
  expect(sale).toEqual({
    eventId: '555000111',
    event: 'payment.approved',
    action: 'enroll',
    until: null,
    transaction: '123456789',
    subscription: null,
    productIds: ['curso-exemplo-01', '42'],
    offerIds: [],
    productName: 'Curso Exemplo',
    buyer: {
      name: 'Joana Exemplo',
      email: 'joana.exemplo@example.com',
      cellphone: '5521900000004',
      document: '52998224725',
    },
    occurredOn: new Date('2026-08-04T12:00:00Z'),
  })
})

it.each([
  ['approved', 'accredited', 'enroll'],
  ['approved', 'partially_refunded', 'enroll'],
  ['authorized', 'pending_capture', 'ignore'],
  ['pending', 'pending_waiting_payment', 'ignore'],
  ['in_process', 'pending_contingency', 'ignore'],
  ['in_mediation', '', 'ignore'],
  ['rejected', 'cc_rejected_other_reason', 'ignore'],
  ['cancelled', 'expired', 'revoke transaction'],
  ['refunded', 'refunded', 'revoke for good'],
  ['charged_back', 'settled', 'revoke for good'],
])('a payment that is %s (%s): %s', async (status, status_detail, decision) => {
  const sale = await read({ ...payment, status, status_detail })
  expect(decisionOf(sale)).toBe(decision)
  expect(sale.event).toMatch(`payment.${status}`)
  expect(sale.reason).not.toBe('unknown_event')
  if (decision !== 'enroll') expect(sale.occurredOn).toEqual(new Date('2026-08-05T12:00:00Z'))
})

it.each(['Approved', 'accredited', '3', '', undefined, 'constructor'])(
  'never grants for the status %j',
  async (status) => {
    const sale = await read({ ...payment, status })
    expect(sale.action).toBe('ignore')
    expect(sale.reason).toBe('unknown_event')
  },
)

it.each([
  ['each thing that was sold', { external_reference: null, metadata: {} }, [['livro'], ['curso']]],
  [
    'one by itself where the reference is its own',
    { external_reference: 'livro', metadata: {} },
    [['livro'], ['curso']],
  ],
  [
    'each with what was written of the whole payment',
    { external_reference: 'pedido-9', metadata: { turma: '42' } },
    [
      ['livro', 'pedido-9', '42'],
      ['curso', 'pedido-9', '42'],
    ],
  ],
])('names %s', async (_, more, items) => {
  const additional_info = { items: [{ id: 'livro' }, { id: 'curso' }] }
  expect((await read({ ...payment, ...more, additional_info })).items).toEqual(items)
  expect((await read({ ...payment, ...more })).items).toBeUndefined()
})

it('needs no product, since the class stands in the address', async () => {
  const bare = { ...payment, external_reference: null, metadata: {}, additional_info: {} }
  expect(await read(bare)).toMatchObject({ action: 'enroll', productIds: [] })
  expect(await read({ ...payment, payer: { email: 'XXXXXXXX' } })).toMatchObject({
    action: 'enroll',
    buyer: { email: 'XXXXXXXX' },
  })
})

it('believes the seller who names the student', async () => {
  const metadata = { student_email: 'Bia@example.com', student_name: 'Bia Exemplo', turma: 42, obj: {} }
  const sale = await read({ ...payment, metadata })
  expect(sale.buyer).toMatchObject({ email: 'bia@example.com', name: 'Bia Exemplo' })
  expect(sale.productIds).toEqual(['curso-exemplo-01', '42'])
  expect((await read({ ...payment, metadata: { email: 'c@example.com' } })).buyer.email).toBe('c@example.com')
})

it('takes nothing that is said of the buyer for a product', async () => {
  const idsOfMetadata = async (metadata: object) => (await read({ ...payment, metadata })).productIds.slice(1)
  const said = {
    ...{ student_name: 'Bia', nome_aluno: 'Bia', first_name: 'Bia', sobrenome: 'Exemplo', cpf: '11144477735' },
    ...{ cpf_aluno: 11144477735, telefone: '21900000004', customer_phone: '900000004', documento: '111.444.777-35' },
    ...{
      obs: 'ligar para a Bia',
      endereco: 'Rua A,10',
      site: 'bia.example',
      phone_number2: '900000004',
      e_mail: 'bia@example.com',
    },
  }
  expect(await idsOfMetadata(said)).toEqual([])
  // The payer is named in other fields too.
  const payer = { a: 'JOANA Exemplo', b: '52998224725', c: '5521900000004', d: '21900000004', e: 'id-52998224725' }
  expect(await idsOfMetadata(payer)).toEqual([])
  const codes = {
    turma: 42,
    product_name: 'curso-2',
    curso: 'CURSO_3',
    pedido: '1-2/3',
    name_of_plan: 'plano',
    7: 'sete',
    numero: 8,
  }
  expect(await idsOfMetadata(codes)).toEqual(['sete', '42', 'curso-2', 'CURSO_3', '1-2/3', 'plano', '8'])
})

it.each([
  ['Joana Exemplo', []],
  ['joana exemplo, 3 parcelas', []],
  ['52998224725', []],
  ['pedido de 529.982.247-25', []],
  ['joana.exemplo@example.com', []],
  ['(21) 90000-0004', []],
  ['Curso Exemplo 2026', ['Curso Exemplo 2026']],
  ['joanas', ['joanas']],
])('the reference %j names the products %j', async (external_reference, ids) => {
  const answer = { ...payment, external_reference, metadata: {}, additional_info: {} }
  expect((await read(answer)).productIds).toEqual(ids)
})

it('finds a name and a phone where the seller sent them', async () => {
  const typed = { first_name: 'Ana', last_name: 'Lima', phone: { area_code: '11', number: '30000000' } }
  const answer = {
    ...payment,
    payer: { email: 'a@example.com', phone: { area_code: null, number: null } },
    additional_info: { payer: { ...typed, identification: { number: '111.444.777-35' } } },
  }
  expect((await read(answer)).buyer).toEqual({
    name: 'Ana Lima',
    email: 'a@example.com',
    cellphone: '551130000000',
    document: '11144477735',
  })
})

it.each([
  [
    'another topic',
    { ...notice, type: 'merchant_order' },
    { 'data.id': '123456789', type: 'merchant_order' },
    'merchant_order',
  ],
  [
    'another topic in the body',
    { ...notice, type: 'subscription_preapproval' },
    { 'data.id': '123456789' },
    'preapproval',
  ],
  ['another topic of old', {}, { topic: 'chargebacks', id: '123456789' }, 'chargebacks'],
  ['no topic', { data: { id: '1234' } }, {}, 'other_topic'],
  ['no id', { ...notice, data: {} }, { type: 'payment' }, 'no_payment'],
  ['an id that is a path', notice, { 'data.id': '../v1/users/me', type: 'payment' }, 'no_payment'],
  ['an id that is too long', notice, { 'data.id': '1'.repeat(21), type: 'payment' }, 'no_payment'],
])('asks about no payment for %s', async (_, body, address: Record<string, string>, reason) => {
  const fetchPayment = vi.fn(async () => payment)
  const sale = await mercadopago.read(
    deliveryOf(body, { query: address }),
    { fetchPayment },
    { code: secret, accessToken: 'T' },
  )
  expect(sale.action).toBe('ignore')
  expect(`${sale.reason} ${sale.reasonDetail}`).toContain(reason)
  expect(fetchPayment).not.toHaveBeenCalled()
})

it.each([
  ['the address', {}, { 'data.id': '123456789', type: 'payment' }],
  ['the address of old', {}, { id: '123456789', topic: 'payment' }],
  ['the body', notice, {}],
  ['the action alone', { ...notice, type: undefined }, {}],
  ['a number', { ...notice, data: { id: 123456789 } }, {}],
  ['the address, whatever the body says', { ...notice, data: { id: '999' } }, query],
])('knows the payment by %s', async (_, body, address: Record<string, string>) => {
  expect(await read(payment, body, address)).toMatchObject({ action: 'enroll', transaction: '123456789' })
})

it.each([
  ['there is none', null, 'payment_missing'],
  ['it is another', { ...payment, id: 123456780 }, 'other_payment'],
  ['it is no payment', 'approved', 'other_payment'],
  ['it is of another account', { ...payment, collector_id: 7 }, 'other_account'],
])('does nothing where %s', async (_, answer, reason) => {
  const sale = await read(answer)
  expect(sale).toMatchObject({
    action: 'ignore',
    transaction: '123456789',
    eventId: '555000111',
    event: 'payment.updated',
  })
  expect(sale.reason).toContain(reason)
})

it('sends no request without an access token', async () => {
  expect((await read(payment, notice, query, '')).reason).toBe('no_access_token')
})

it('leaves it to others to say that the token is refused, and to ask again', async () => {
  const failing = (error: Error) =>
    mercadopago.read(
      deliveryOf(notice, { query }),
      { fetchPayment: () => Promise.reject(error) },
      { code: secret, accessToken: 'TOKEN' },
    )
  await expect(failing(new TokenRefused())).rejects.toThrow(TokenRefused)
  await expect(failing(new MercadoPagoSilent())).rejects.toThrow(MercadoPagoSilent)
})

const signed = (signature: string, address: Record<string, string> = query, request: string | undefined = requestId) =>
  deliveryOf(notice, {
    query: address,
    headers: { 'x-signature': signature, ...(request && { 'x-request-id': request }) },
  })
const proves = (delivery: ReturnType<typeof signed>, code = secret) =>
  mercadopago.proves(delivery, { code, accessToken: 'TOKEN' })

it.each([
  ['as documented', signed(`ts=1754300000,v1=${v1}`), true],
  ['in another order, with spaces', signed(` v1 = ${v1} , ts = 1754300000 `), true],
  ['in upper case', signed(`ts=1754300000,v1=${v1.toUpperCase()}`), true],
  ['without an id', signed(`ts=1754300000,v1=${v1WithoutId}`, {}), true],
  ['of another id', signed(`ts=1754300000,v1=${v1}`, { 'data.id': '123456780' }), false],
  ['of no id, with one', signed(`ts=1754300000,v1=${v1WithoutId}`), false],
  ['of an id, without one', signed(`ts=1754300000,v1=${v1}`, {}), false],
  ['of another time', signed(`ts=1754300001,v1=${v1}`), false],
  ['of another request', signed(`ts=1754300000,v1=${v1}`, query, 'outro'), false],
  ['of a time that is no number', signed(`ts=1754300000x,v1=${v1}`), false],
  ['without a time', signed(`v1=${v1}`), false],
  ['without itself', signed('ts=1754300000'), false],
  ['that is empty', signed(''), false],
  ['that is nonsense', signed('=,=,,v1'), false],
])('a signature %s is worth: %#', (_, delivery, isBelieved) => {
  expect(proves(delivery)).toBe(isBelieved)
  expect(proves(delivery, 'outro')).toBe(false)
  expect(proves(delivery, '')).toBe(false)
})

it.each([
  ['as it came', 'id:ABC;ts:1754300000;'],
  ['in lower case', 'id:abc;ts:1754300000;'],
])('takes an id with letters %s', (_, manifest) => {
  const signature = createHmac('sha256', secret).update(manifest).digest('hex')
  const delivery = deliveryOf(notice, {
    query: { 'data.id': 'ABC' },
    headers: { 'x-signature': `ts=1754300000,v1=${signature}` },
  })
  expect(proves(delivery)).toBe(true)
})

it('takes no time that is no number, even signed', () => {
  const signature = createHmac('sha256', secret).update('id:123456789;ts:agora;').digest('hex')
  const headers = { 'x-signature': `ts=agora,v1=${signature}` }
  expect(proves(deliveryOf(notice, { query, headers }))).toBe(false)
})

it('shows no secret and no product, and is a test when it is simulated or empty', () => {
  const real = deliveryOf(notice, { query })
  expect([mercadopago.shownSecret(real), mercadopago.productIdsOf(real), mercadopago.isTest(real)]).toEqual([
    null,
    [],
    false,
  ])
  expect(mercadopago.isTest(deliveryOf(notice, { query: { 'data.id': '123456' } }))).toBe(true)
  expect(mercadopago.isTest(deliveryOf(''))).toBe(true)
  expect(mercadopago.isTest(deliveryOf('', { query: { topic: 'payment', id: '123456789' } }))).toBe(false)
})
