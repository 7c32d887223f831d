import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { code, credentials, decisionOf, deliveryOf, readBy } from './delivery.testing.ts'
import { createGenericPlatform } from './generic.ts'
import type { Delivery, Sale } from './platform.ts'

const bravapay = createGenericPlatform('bravapay')
const read = (body: unknown) => readBy(bravapay, body)

const sample = {
  event_id: 'evt-teste-0001',
  event: 'purchase_approved',
  token: code,
  transaction: { id: 'TESTE-0001', status: 'approved', paid_at: '2026-08-04T12:00:00-03:00' },
  product: { id: '501', name: 'Curso Exemplo' },
  offer: { code: 'OF-1' },
  customer: {
    name: 'Pedro Exemplo Reis',
    email: 'pedro.exemplo@example.com',
    phone: '5511900000005',
    cpf: '52998224725',
  },
}
const form = `event=compra_aprovada&token=${code}&transacao=TESTE-0001&codigo_produto=501&codigo_plano=OF-1&nome_comprador=Pedro+Exemplo+Reis&email_comprador=pedro.exemplo%40example.com&telefone_comprador=11900000005&cpf_cnpj_comprador=52998224725`

const expected: Sale = {
  eventId: 'evt-teste-0001',
  event: 'purchase_approved',
  action: 'enroll',
  until: null,
  transaction: 'TESTE-0001',
  subscription: null,
  productIds: ['501'],
  offerIds: ['OF-1'],
  productName: 'Curso Exemplo',
  buyer: {
    name: 'Pedro Exemplo Reis',
    email: 'pedro.exemplo@example.com',
    cellphone: '5511900000005',
    document: '52998224725',
  },
  occurredOn: new Date('2026-08-04T15:00:00Z'),
}

it('reads what schools were told to have sent', async () => {
  expect(await read(sample)).toEqual(expected)
  expect(bravapay.productIdsOf(deliveryOf(sample))).toEqual(['501', 'OF-1'])
})

it('reads it as a form', async () => {
  const without = { eventId: null, event: 'compra_aprovada', productName: '', occurredOn: null }
  expect(await read(form)).toEqual({ ...expected, ...without })
})

/** { 'a.b': 1 } → { a: { b: 1 } }; `a[].b` makes a list of one. */
const nested = (path: string, value: unknown): Record<string, unknown> => {
  const [first = '', ...rest] = path.split('.')
  const inner = rest.length > 0 ? nested(rest.join('.'), value) : value
  return first.endsWith('[]') ? { [first.slice(0, -2)]: [inner] } : { [first]: inner }
}
/** Cases of all aliases that are published, each alone in a delivery. */
const cases = (paths: string, value: unknown, pick: (sale: Sale) => unknown, found: unknown = value) =>
  paths.split(' ').map((path) => [path, value, pick, found] as const)

const prefixed = (leaves: string) =>
  ['buyer', 'customer', 'contact', 'client', 'comprador', 'Buyer', 'Member', 'student', 'aluno']
    .flatMap((prefix) => leaves.split(' ').map((leaf) => `${prefix}.${leaf}`))
    .join(' ')

it.each([
  ...cases('event_id webhook_id EventId', 'e1', ({ eventId }) => eventId),
  ...cases(
    'event event_name event_type webhook_event_type evento Event tipoEvento type action',
    'refund',
    decisionOf,
    'revoke for good',
  ),
  ...cases(
    'status order_status sale_status payment_status purchase.status status_transacao trans_status venda.status status_name current_status transaction.status',
    'chargedback',
    decisionOf,
    'revoke for good',
  ),
  ...cases(
    'subscription.id subscription_id subscription_code subscriber.code subs_key contract.id recurrence_cod assinatura.codigo',
    'S1',
    ({ subscription }) => subscription,
  ),
  ...cases(
    'product_id product.id product.code product.product_id Product.product_id product.internal_id product.marketplace_id product.short_id product_key product_code product_cod codigo_produto produto.codigo produto.id prod item.product_id items[].productId items[].product_id items[].id products[].id Products[].Id produtos[].codigo',
    'P1',
    ({ productIds }) => productIds,
    ['P1'],
  ),
  ...cases(
    'offer_id offer.id offer.code offer_code item.offer_id item.offer_code plan.code plan.id plan_key codigo_plano codigo_oferta off',
    'O1',
    ({ offerIds }) => offerIds,
    ['O1'],
  ),
  ...cases(
    'product_name product.name nome_produto prod_name item.product_name',
    'Curso',
    ({ productName }) => productName,
  ),
  ...cases(
    'client_name nome_comprador cus_name name nome full_name comprador.nome customer.full_name Customer.full_name',
    'Ana Lima',
    ({ buyer }) => buyer.name,
  ),
  ...cases('email_comprador client_email cus_email payer.email email', 'ana@example.com', ({ buyer }) => buyer.email),
  ...cases(prefixed('email Email'), 'ana@example.com', ({ buyer }) => buyer.email),
  ...cases(
    'phone mobile cellphone cel whatsapp telefone celular checkout_phone telefone_comprador client_cel cus_cel PhoneNumber customer.mobile customer.whatsapp',
    '(11) 90000-0005',
    ({ buyer }) => buyer.cellphone,
    '5511900000005',
  ),
  ...cases(
    'cpf CPF cnpj document Document document_number docNumber doc taxnumber cpf_cnpj cnpj_cpf cpf_cnpj_comprador identification_number identification.number client_documment cus_taxnumber customer.CPF',
    '529.982.247-25',
    ({ buyer }) => buyer.document,
    '52998224725',
  ),
  ...cases(
    'occurred_at approved_date paid_at paidAt created_at createdAt date_approved data_finalizada',
    '2026-08-04 09:00:00',
    ({ occurredOn }) => occurredOn?.toISOString(),
    '2026-08-04T12:00:00.000Z',
  ),
])('%s: %j', async (path, value, pick, found) => {
  // A revocation without a transaction would be ignored.
  const body = { order_id: 'T1', ...nested(path, value) }
  expect(pick(await read(body))).toEqual(found)
  for (const wrapper of ['data', 'Data', 'payload', 'order', 'sale', 'venda'])
    expect(pick(await read({ order_id: 'T1', [wrapper]: nested(path, value) })), wrapper).toEqual(found)
})

it.each(
  'transaction transaction_id transactionId transacao order_id sale_id code trans_key trans_cod order.hash transaction.hash Purchase.PaymentId payment_id venda.codigo codigo_venda invoice_id reference refId id transaction.id data.transaction.id'.split(
    ' ',
  ),
)('the transaction %s', async (path) => expect((await read(nested(path, 'T1'))).transaction).toBe('T1'))

it.each(
  'next_payment_date subscription.next_payment_date subscription.next_payment Subscription.customer_access.access_until subscriptions[].next_charge next_charge_date date_next_charge contract.recurrence.nextDue paid_until access_until proxima_cobranca acesso_ate assinatura.proxima_cobranca'.split(
    ' ',
  ),
)('reads in %s until when a subscription is paid', async (path) => {
  const day = '2026-12-30T09:00:00-03:00'
  const until = new Date('2026-12-30T12:00:00Z')
  const body = { order_id: 'T1', product_id: '501', email: 'ana@example.com', subscription_id: 'S1' }
  for (const event of ['purchase_approved', 'subscription_renewed', 'subscription_canceled'])
    for (const dated of [nested(path, day), { data: nested(path, day) }])
      expect(await read({ ...body, event, ...dated }), event).toMatchObject({ subscription: 'S1', until })
  expect(await read({ ...body, event: 'subscription_late', ...nested(path, day) })).toMatchObject({ until: null })
})

it('gives no end to a purchase without a subscription, nor one that is the day of a bill', async () => {
  const paid = { event: 'paid', order_id: 'T1', product_id: '501' }
  expect(await read({ ...paid, next_payment_date: '2026-12-30' })).toMatchObject({ until: null })
  expect(await read({ ...paid, subscription_id: 'S1', expiration_date: '2026-12-30' })).toMatchObject({ until: null })
  expect(await read({ ...paid, subscription_id: 'S1', next_payment_date: 'nunca' })).toMatchObject({ until: null })
  const charge = { ...paid, subscription_id: 'S1', paid_at: '2026-12-30T09:00:00-03:00' }
  for (const day of ['2026-11-30', '2026-12-30', '2026-12-30T09:00:00-03:00'])
    expect(await read({ ...charge, next_payment_date: day }), day).toMatchObject({ action: 'enroll', until: null })
  const next = new Date('2026-12-31T03:00:00Z')
  expect(await read({ ...charge, next_payment_date: '2026-12-31' })).toMatchObject({ until: next })
  const canceled = { ...charge, event: 'subscription_canceled', next_payment_date: '2026-11-30' }
  expect(await read(canceled)).toMatchObject({ action: 'revoke', until: new Date('2026-11-30T03:00:00Z') })
})

it('puts a name together, and a phone', async () => {
  const buyerOf = async (body: unknown) => (await read(body)).buyer
  expect(await buyerOf({ customer: { first_name: 'Ana', last_name: 'Lima' } })).toMatchObject({ name: 'Ana Lima' })
  expect(await buyerOf({ first_name: 'Ana' })).toMatchObject({ name: 'Ana' })
  const whole = { cellphone: '5511900000005' }
  expect(await buyerOf({ customer: { phone: { ddi: '55', ddd: '11', number: '900000005' } } })).toMatchObject(whole)
  expect(await buyerOf({ contact: { phone_local_code: '11', phone_number: '900000005' } })).toMatchObject(whole)
  expect(await buyerOf({ phone_area_code: 11, phone_number: 900000005 })).toMatchObject(whole)
})

it('prefers the student to the payer, with nothing of the other', async () => {
  const student = { name: 'Bia', email: 'bia@example.com' }
  const others = { nome: 'Pedro', telefone: '11900000005', cpf: '52998224725' }
  expect((await read({ ...sample, ...others, student })).buyer).toEqual({ ...student, cellphone: '', document: '' })
  expect((await read({ ...sample, aluno: { nome: 'Bia', email: 'bia@example.com' } })).buyer).toMatchObject(student)
  expect((await read({ ...sample, student: { name: 'Bia', email: '' } })).buyer).toEqual(expected.buyer)
})

it('collects every product and offer', async () => {
  const items = [{ product_id: 1, id: 'linha-1' }, { product_id: 2 }]
  const sale = await read({ ...sample, data: { products: [{ id: '3' }], plan: { code: 'OF-2' } }, items })
  expect(sale.productIds.toSorted()).toEqual(['1', '2', '3', '501', 'linha-1'])
  expect(sale.offerIds.toSorted()).toEqual(['OF-1', 'OF-2'])
})

it.each([
  [{ type: 'refund', status: 'approved' }, 'revoke for good'],
  [{ event: 'order_approved', type: 'refund' }, 'revoke for good'],
  [{ type: 'STATUS_ALTERADO', trans_status: 'Pagamento Aprovado' }, 'enroll'],
  [{ type: 'sale', action: 'refund', status: 'approved' }, 'revoke for good'],
  [{ type: 'estorno_parcial', status: 'approved' }, 'ignore'],
  [{ event: 'purchase_approved', type: 'curso' }, 'enroll'],
  [{ event: 'subscription_renewed' }, 'enroll'],
  [{ status: 2 }, 'ignore'],
  [{ status: '4' }, 'ignore'],
  [{ status: 'authorized' }, 'ignore'],
  [{ status: 'unpaid' }, 'ignore'],
  [{}, 'ignore'],
  [{ event: 'subscription_canceled', subs_key: 'S1' }, 'revoke subscription'],
  [{ event: 'subscription_canceled' }, 'revoke transaction'],
])('%j: %s', async (fields, decision) => {
  const body = { order_id: 'T1', product_id: '501', email: 'ana@example.com', ...fields }
  expect(decisionOf(await read(body))).toBe(decision)
})

it.each([
  [{ product: {}, offer: {} }, 'no_product'],
  [{ event: undefined, transaction: {} }, 'no_event'],
  [{ event: 'refund', transaction: {} }, 'no_purchase'],
])('says what lacks: %j', async (change, reason) => {
  expect(await read({ ...sample, ...change })).toMatchObject({ action: 'ignore', reason })
})

it('is content with an offer', async () => {
  expect(await read({ ...sample, product: {} })).toMatchObject({ action: 'enroll', productIds: [], offerIds: ['OF-1'] })
})

it('an id beside an event tells deliveries apart, and is the sale when nothing else is', async () => {
  const ids = async (body: unknown) => {
    const { eventId, transaction } = await read(body)
    return [eventId, transaction]
  }
  expect(await ids({ id: '7', event: 'paid' })).toEqual(['paid:7', '7'])
  expect(await ids({ id: '7', event: 'refund' })).toEqual(['refund:7', '7'])
  expect(await ids({ id: 'e7', event: 'paid', data: { id: 'T1' } })).toEqual(['paid:e7', 'T1'])
  expect(await ids({ id: 'e7', event: 'paid', data: { refId: 'T1', id: 'x' } })).toEqual(['paid:e7', 'T1'])
  expect(await ids({ event: 'paid', data: { id: 'T1' } })).toEqual([null, 'T1'])
  expect(await ids({ id: 'T1', status: 'paid' })).toEqual([null, 'T1'])
  expect(await ids({ event_id: 'e1', id: '7', event: 'paid' })).toEqual(['e1', '7'])
})

it('an e-mail or an id is whole or none', async () => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`
  expect(await read({ email, order_id: 'x'.repeat(101), code: 'T2' })).toMatchObject({
    buyer: { email },
    transaction: 'T2',
  })
})

const inHeader = (header: string, value: string) => deliveryOf({ a: 1 }, { headers: { [header]: value } })
const bodySecrets = 'token secret api_token api_key chave_unica basic_authentication hottok origin_secret webhook_token'
it.each<[string, Delivery, boolean]>([
  ['a bearer', inHeader('authorization', `Bearer ${code}`), true],
  ...['x-webhook-token', 'x-api-token', 'x-token', 'x-bravapay-token'].map((header): [string, Delivery, boolean] => [
    header,
    inHeader(header, code),
    true,
  ]),
  ...bodySecrets.split(' ').map((field): [string, Delivery, boolean] => [field, deliveryOf({ [field]: code }), true]),
  ['a form', deliveryOf(form), true],
  ['the address', deliveryOf({ a: 1 }, { query: { token: code } }), true],
  ['the first place of several', deliveryOf({ token: 'outro' }, { headers: { 'x-token': code } }), true],
  ['a later place of several', deliveryOf({ token: code }, { headers: { 'x-token': 'outro' } }), false],
  ["another platform's header", deliveryOf({ a: 1 }, { headers: { 'x-fornece-token': code } }), false],
  ['another kind of authorization', deliveryOf({ a: 1 }, { headers: { authorization: `Basic ${code}` } }), false],
  ['another token', deliveryOf({ token: 'outro' }), false],
  ['an empty token', deliveryOf({ token: '' }), false],
  ['a number', deliveryOf({ token: 1 }), false],
  ['none', deliveryOf({ a: 1 }), false],
])('is believed by %s', (_, delivery, isBelieved) => {
  expect(bravapay.proves(delivery, credentials)).toBe(isBelieved)
  expect(bravapay.shownSecret(delivery) === code).toBe(isBelieved)
  expect(bravapay.proves(delivery, { code: '', accessToken: '' })).toBe(false)
})

it('each has a header of its own name', () => {
  const delivery = deliveryOf({ a: 1 }, { headers: { 'x-fornece-token': code } })
  expect(createGenericPlatform('fornece').proves(delivery, credentials)).toBe(true)
})

const signature = createHmac('sha256', code).update(JSON.stringify(sample)).digest('hex')
it.each([
  [{ 'x-signature': signature }, true],
  [{ 'x-signature': `sha256=${signature}` }, true],
  [{ 'x-webhook-signature': signature }, true],
  [{ 'x-webhook-signature': `SHA256=${signature.toUpperCase()}` }, true],
  [{ 'x-signature': signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }, false],
  [{ 'x-signature': createHmac('sha256', 'outro').update(JSON.stringify(sample)).digest('hex') }, false],
  [{ 'x-signature': 'ts=1,v1=2' }, false],
])('is believed by a signature instead: %#', (headers, isBelieved) => {
  const delivery = deliveryOf({ ...sample }, { headers })
  const signed = { ...delivery, body: { ...delivery.body, token: undefined } }
  expect(bravapay.proves(signed, credentials)).toBe(isBelieved)
  expect(bravapay.shownSecret(signed)).toBeNull()
  expect(bravapay.proves(signed, { code: '', accessToken: '' })).toBe(false)
})

it('looks an account up by its token only where no signature stands', () => {
  const delivery = deliveryOf(sample, { headers: { 'x-signature': signature } })
  expect(bravapay.shownSecret(delivery)).toBeNull()
  expect(bravapay.shownSecret(deliveryOf(sample, { headers: { 'x-signature': 'nada' } }))).toBe(code)
})

it.each([
  ['', true],
  [{ event: 'ping' }, true],
  [{ type: 'Test' }, true],
  [{ event: 'purchase_approved', type: 'test' }, false],
  [{ status: 'approved' }, false],
  [sample, false],
])('whether %j is a test: %s', (body, isTest) => expect(bravapay.isTest(deliveryOf(body))).toBe(isTest))
