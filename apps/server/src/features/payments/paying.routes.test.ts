import { randomUUID } from 'node:crypto'
import { minuteMs } from '@escola/contract/durations'
import { ledger, movementText } from '@escola/contract/ledger.contract'
import { paymentErrors, refusalOf } from '@escola/contract/payment-errors'
import { paymentLimits, payments } from '@escola/contract/payments.contract'
import { packs } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import { beforeAll, expect, it } from 'vitest'
import { makeAttended } from '../../testing/member-scope.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { pay } from './paying.service.ts'
import { type PayingWorld, payingWorld } from './payments.testing.ts'
import { reconcilePayments } from './reconciliation.service.ts'
import { interrupt } from './sequences/interruption.testing.ts'

let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld()
})

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
const prove = async (school: School) => {
  await verifyLedger(school)
  await reconcilePayments(school, p.tools)
}

it.each([
  ['basic', '30.00', 30, 'Compra do pacote Básico'],
  ['turbo', '150.00', 150, 'Compra do pacote Turbo'],
  ['max', '500.00', 500, 'Compra do pacote Máximo'],
] as const)(
  'gives balance and points for the pack %s, a receipt and a line of the statement',
  async (item, balance, points, label) => {
    const school = await p.w.makeSchool(`Pacote ${item}`)
    const answer = await p.pay(school, { item, paymentMethod: await p.card() })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        bank: { balance, points },
        payment: {
          item,
          cents: packs[item].price,
          status: 'succeeded',
          client_secret: null,
          pix: null,
          fault: '',
          goes_back: false,
        },
      },
    })
    const { body } = await p.w.call(ledger.statement, { as: school.admin })
    const { id } = (await p.w.call(payments.list, { as: school.admin })).body.payments.list[0]!
    const path = `/bank/pagamentos?pagamento=${id}#${id}`
    expect(body.movements.list).toMatchObject([{ kind: 'pack', item, path, points }])
    expect(body.movements.list.map(movementText)).toEqual([label])
    const mails = await school.tx((db) => db.selectFrom('messages').select(['kind', 'user_id', 'params']).execute())
    expect(mails).toMatchObject([{ kind: 'payment_receipt', user_id: school.admin.userId, params: { item } }])
    await prove(school)
  },
)

it('charges once for one paymentId, however often it comes, at once or later', async () => {
  const school = await p.w.makeSchool('Clique duplo')
  const order = { paymentId: randomUUID(), paymentMethod: await p.card() }
  const answers = await Promise.all(Array.from({ length: 12 }, () => p.pay(school, order)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await p.pay(school, order)).body).toMatchObject({
    bank: { balance: '30.00', points: 30 },
    payment: { status: 'succeeded' },
  })
  expect((await p.listIntents()).filter(({ metadata }) => metadata.payment === order.paymentId)).toHaveLength(1)
  expect(await p.pay(school, { ...order, item: 'max' })).toMatchObject({
    status: 409,
    error: { code: 'payment_of_other_item' },
  })
  await prove(school)
})

it.each([
  ['4000000000000002', 'card_declined', paymentErrors.card_declined.pt],
  ['4000000000009995', 'card_without_funds', paymentErrors.card_without_funds.pt],
  ['4000000000000069', 'card_refused', refusalOf('expired_card').text],
  ['4000000000000127', 'card_refused', refusalOf('incorrect_cvc').text],
  ['4000000000009987', 'card_refused', refusalOf('lost_card').text],
] as const)(
  'says why the card %s is refused, under its field, and takes another one for the same purchase',
  async (number, code, text) => {
    const school = await p.w.makeSchool(`Recusado ${number}`)
    const paymentId = randomUUID()
    const refused = await p.pay(school, { paymentId, paymentMethod: await p.card(number) })
    expect(refused).toMatchObject({ status: 402, error: { code, fields: { card: text } } })
    expect(await p.read(school, paymentId)).toMatchObject({
      bank: { balance: '0.00', points: 0 },
      payment: { status: 'failed', fault: text },
    })
    const paid = await p.pay(school, { paymentId, paymentMethod: await p.card() })
    expect(paid).toMatchObject({ status: 200, body: { bank: { balance: '30.00' }, payment: { status: 'succeeded' } } })
    expect((await p.listIntents()).filter(({ metadata }) => metadata.payment === paymentId)).toHaveLength(1)
    await prove(school)
  },
)

it('shows a second try as under way until it is confirmed, with nothing of the first one, and has the bank ask', async () => {
  const school = await p.w.makeSchool('Segunda tentativa')
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, paymentMethod: await p.card('4000000000000002') })
  const seen: unknown[] = []
  // The page asks after the customer and the card are known to be the school's, and before the provider takes the money.
  const late = interrupt({ at: 2, isAfter: false, how: 'wait' }, async () => {
    seen.push((await p.read(school, paymentId)).payment)
  })
  const { provider } = p
  const slow = {
    ...p.tools,
    provider: { ...provider, ask: <T>(work: (stripe: Stripe) => Promise<T>) => late(() => provider.ask(work)) },
  }
  const order = { paymentId, item: 'basic', paymentMethod: await p.card('4000000000003220'), saveCard: false } as const
  const { payment } = await pay(makeAttended(school, school.admin, { roles: ['owner'] }), order, slow)
  expect(seen).toMatchObject([{ status: 'processing', fault: '' }])
  expect(payment).toMatchObject({ status: 'requires_action', client_secret: expect.stringMatching(/^pi_/) })
  await p.control.authenticate(payment.client_secret!.split('_secret')[0]!)
  expect((await p.read(school, paymentId)).bank.balance).toBe('30.00')
  await prove(school)
})

it('lets the bank ask the cardholder, and gives nothing until they have agreed', async () => {
  const school = await p.w.makeSchool('Três D')
  const begin = async () => {
    const paymentId = randomUUID()
    const { body } = await p.pay(school, { paymentId, paymentMethod: await p.card('4000000000003220') })
    expect(body).toMatchObject({ payment: { status: 'requires_action', client_secret: expect.stringMatching(/^pi_/) } })
    return { paymentId, intent: body.payment.client_secret!.split('_secret')[0]! }
  }
  const passed = await begin()
  expect((await p.read(school, passed.paymentId)).bank.balance).toBe('0.00')
  await p.control.authenticate(passed.intent)
  expect(await p.read(school, passed.paymentId)).toMatchObject({
    bank: { balance: '30.00' },
    payment: { status: 'succeeded' },
  })
  const failed = await begin()
  await p.control.authenticate(failed.intent, false)
  expect(await p.read(school, failed.paymentId)).toMatchObject({
    bank: { balance: '30.00' },
    payment: { status: 'failed', fault: refusalOf('payment_intent_authentication_failure').text },
  })
  await prove(school)
})

it('answers Pix with a code, and gives once what was paid', async () => {
  const school = await p.w.makeSchool('Pix')
  const paymentId = randomUUID()
  const { body } = await p.pay(school, { paymentId, paymentMethod: 'pix' })
  expect(body.payment).toMatchObject({
    status: 'requires_action',
    client_secret: null,
    pix: { code: expect.stringMatching(/^000201/), qr: expect.stringMatching(/^data:image\/svg\+xml;base64,/) },
  })
  const left = new Date(body.payment.pix!.utc_expires_on).getTime() - Date.now()
  expect(left).toBeGreaterThan(59 * minuteMs)
  expect(left).toBeLessThan(61 * minuteMs)
  const [intent] = (await p.listIntents()).filter(({ metadata }) => metadata.payment === paymentId)
  expect((await p.read(school, paymentId)).payment.pix?.code).toBe(body.payment.pix!.code)
  await p.control.payPix(intent!.id)
  const paid = await Promise.all(Array.from({ length: 5 }, () => p.read(school, paymentId)))
  for (const each of paid) expect(each).toMatchObject({ bank: { balance: '30.00', points: 30 } })
  await prove(school)
})

it('makes a new code for the same purchase after the first one has expired, and takes a card in its place', async () => {
  const school = await p.w.makeSchool('Pix vencido')
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, paymentMethod: 'pix' })
  const intentOf = async () => (await p.listIntents()).find(({ metadata }) => metadata.payment === paymentId)!
  await p.control.expirePix((await intentOf()).id)
  expect((await p.read(school, paymentId)).payment).toMatchObject({
    status: 'failed',
    fault: refusalOf('payment_intent_payment_attempt_expired').text,
  })
  expect((await p.pay(school, { paymentId, paymentMethod: 'pix' })).body.payment.status).toBe('requires_action')
  await p.control.expirePix((await intentOf()).id)
  await p.read(school, paymentId)
  const { body } = await p.pay(school, { paymentId, paymentMethod: await p.card() })
  expect(body).toMatchObject({ bank: { balance: '30.00' }, payment: { status: 'succeeded' } })
  await prove(school)
})

it('gives up a payment that is not made, and none that is', async () => {
  const school = await p.w.makeSchool('Desistência')
  const cancel = (paymentId: string) => p.w.call(payments.cancelPayment, { as: school.admin, params: { paymentId } })
  const open = (await p.pay(school, { paymentMethod: 'pix' })).body.payment.id
  expect((await cancel(open)).body.payment.status).toBe('canceled')
  expect((await p.pay(school, { paymentId: open, paymentMethod: await p.card() })).body.payment.status).toBe('canceled')
  const made = (await p.pay(school, { paymentMethod: await p.card() })).body.payment.id
  expect((await cancel(made)).body).toMatchObject({ bank: { balance: '30.00' }, payment: { status: 'succeeded' } })
  await prove(school)
})

it('gives nothing at the address of a payment that is not there, or of another school', async () => {
  const { northside, riverside } = p.w
  const { body } = await p.pay(riverside, { paymentMethod: 'pix' })
  for (const paymentId of [body.payment.id, randomUUID()])
    for (const route of [payments.payment, payments.cancelPayment])
      expect((await p.w.call(route, { as: northside.admin, params: { paymentId } })).status).toBe(404)
})

it('lists the payments of the school, newest first', async () => {
  const school = await p.w.makeSchool('Lista')
  const first = (await p.pay(school, { item: 'turbo', paymentMethod: await p.card() })).body.payment
  await p.pay(school, { paymentMethod: 'pix' })
  const { body } = await p.w.call(payments.list, { as: school.admin })
  expect(body.payments).toMatchObject({
    total: 2,
    list: [
      { item: 'basic', way: 'pix', cents: 2990, status: 'requires_action', is_refundable: false },
      { item: 'turbo', way: 'card', cents: 14_900, status: first.status, refunded_cents: 0, is_disputed: false },
    ],
  })
})

it('lists the page that has a payment', async () => {
  const school = await p.w.makeSchool('Lista longa')
  await p.pay(school, { paymentMethod: 'pix' })
  const { id } = (await p.w.call(payments.list, { as: school.admin })).body.payments.list[0]!
  const pageOf = async () => {
    const { body } = await p.w.call(payments.list, { as: school.admin, query: { payment: id } })
    const { page, list } = body.payments
    expect(list.map((row) => row.id)).toContain(id)
    return page
  }
  expect(await pageOf()).toBe(1)
  const { paymentsPerPage } = paymentLimits
  const moment = p.tools.now()
  const bought = { item: 'basic', way: 'pix', method: '', saves_card: false, cents: '2990', status: 'canceled' }
  const row = { ...bought, utc_tried_on: moment, utc_created_on: moment }
  for (const more of [paymentsPerPage - 1, 1]) {
    const rows = Array.from({ length: more }, () => ({ key: randomUUID(), ...row }))
    await school.tx((db) => db.insertInto('payments').values(rows).execute())
    expect(await pageOf()).toBe(more === 1 ? 2 : 1)
  }
})

it('says of a Pix that was not paid nothing of a card', async () => {
  const school = await p.w.makeSchool('Pix recusado')
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, paymentMethod: 'pix' })
  await school.tx((db) => db.updateTable('payments').set({ status: 'failed', fault: 'card_declined' }).execute())
  const { body } = await p.w.call(payments.payment, { as: school.admin, params: { paymentId } })
  const text = 'O Pix não foi pago, nenhum valor foi cobrado. Gere um novo código.'
  expect(body.payment).toMatchObject({ status: 'failed', fault: text })
  const listed = (await p.w.call(payments.list, { as: school.admin })).body.payments.list
  expect(listed).toMatchObject([{ key: paymentId, status: 'failed', fault: text }])
})
