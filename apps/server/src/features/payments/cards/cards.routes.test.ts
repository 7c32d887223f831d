import { paymentLimits, paymentMessages, payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, expect, it } from 'vitest'
import { findCustomer, insertCustomer } from '../customers.queries.ts'
import { type PayingWorld, payingWorld } from '../payments.testing.ts'
import { keepAllCards } from './cards.testing.ts'

let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld()
})

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
const cardsOf = async (school: School) => (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods

it('tells the pages how to reach the provider, and that no real money moves', async () => {
  const { body } = await p.w.call(payments.methods, { as: p.w.northside.admin })
  expect(body.checkout).toEqual({
    script: p.env.STRIPE_JS_URL,
    key: p.env.STRIPE_PUBLISHABLE_KEY,
    is_real: false,
    has_pix: true,
  })
})

it.each([
  ['4242424242424242', 'visa', '4242'],
  ['3056930009020004', 'diners_club', '0004'],
  ['6362970000457013', 'elo', '7013'],
])('keeps the card %s with a payment, pays with it again, and forgets it', async (number, brand, digits) => {
  const school = await p.w.makeSchool(`Cartão ${brand}`)
  await p.pay(school, { paymentMethod: await p.card(number), saveCard: true })
  const [card, ...others] = await cardsOf(school)
  expect(others).toEqual([])
  expect(card).toMatchObject({
    card_type: brand,
    last_4_digits: digits,
    expires: expect.stringMatching(/^\d\d\/20\d\d$/),
  })
  const again = await p.pay(school, { paymentMethod: card!.id, saveCard: true })
  expect(again.body).toMatchObject({ bank: { balance: '60.00' } })
  expect(await cardsOf(school)).toHaveLength(1)

  const body = { id: card!.dbId, paymentMethodStripeId: card!.id }
  const removed = await p.w.call(payments.removeMethod, { as: school.admin, body })
  expect(removed).toMatchObject({ status: 200, body: { paymentMethods: [] } })
  expect(await p.provider.ask(({ paymentMethods }) => paymentMethods.retrieve(card!.id))).toMatchObject({
    customer: null,
  })
  expect((await p.w.call(payments.removeMethod, { as: school.admin, body })).status).toBe(404)
})

it.each([
  ['saveCard', (school: School, paymentMethod: string) => p.pay(school, { paymentMethod, saveCard: true })],
  ['card', (school: School, paymentMethod: string) => p.pay(school, { item: 'middle', paymentMethod })],
  ['card', (school: School) => p.w.call(payments.startCard, { as: school.admin })],
] as const)('names %s where the school keeps no more cards', async (field, keep) => {
  const school = await p.w.makeSchool('Cartões demais')
  await keepAllCards(school)
  const { error } = await keep(school, await p.card())
  expect(error).toMatchObject({ code: 'invalid_request', fields: { [field]: paymentMessages.cardsFull } })
})

it('keeps no more cards than it may where several come at once, and leaves none of the others at the provider', async () => {
  const school = await p.w.makeSchool('Cartões de uma vez')
  await keepAllCards(school, 1)
  const started: { setupIntent: string; payment_method: string }[] = []
  for (let number = 0; number < 3; number++) {
    const { client_secret } = (await p.w.call(payments.startCard, { as: school.admin })).body
    const setupIntent = client_secret.split('_secret')[0]!
    const payment_method = await p.card()
    await p.provider.ask(({ setupIntents }) => setupIntents.confirm(setupIntent, { payment_method }))
    started.push({ setupIntent, payment_method })
  }
  const saved = await Promise.all(
    started.map(({ setupIntent }) => p.w.call(payments.saveCard, { as: school.admin, body: { setupIntent } })),
  )
  const refused = saved.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(2)
  for (const { error } of refused) expect(error.fields).toEqual({ card: paymentMessages.cardsFull })
  const kept = await cardsOf(school)
  expect(kept).toHaveLength(paymentLimits.cards)
  for (const { payment_method: id } of started)
    expect((await p.provider.ask(({ paymentMethods }) => paymentMethods.retrieve(id))).customer !== null).toBe(
      kept.some((card) => card.id === id),
    )
})

it('keeps no more cards than it may where several payments come at once', async () => {
  const school = await p.w.makeSchool('Pagamentos de uma vez')
  await keepAllCards(school, 1)
  const numbers = ['4242424242424242', '5555555555554444', '378282246310005']
  const orders = await Promise.all(
    numbers.map(async (number) => ({ paymentMethod: await p.card(number), saveCard: true })),
  )
  const paid = await Promise.all(orders.map((order) => p.pay(school, order)))
  // One that came late enough was refused before it was charged.
  expect(paid.every(({ status }) => status === 200 || status === 400)).toBe(true)
  expect(await cardsOf(school)).toHaveLength(paymentLimits.cards)
})

it('keeps no card where the payer does not want it', async () => {
  const school = await p.w.makeSchool('Sem guardar')
  await p.pay(school, { paymentMethod: await p.card(), saveCard: false })
  expect(await cardsOf(school)).toEqual([])
})

it('keeps the card of a first month whatever the payer wants, and that of a greater plan where they want it', async () => {
  const school = await p.w.makeSchool('Cartão do plano')
  const order = async (item: 'middle' | 'super', saveCard: boolean, number?: string) =>
    (await p.pay(school, { item, paymentMethod: await p.card(number), saveCard })).body.payment.status
  expect(await order('middle', false)).toBe('succeeded')
  expect(await order('super', false, '5555555555554444')).toBe('succeeded')
  expect(await cardsOf(school)).toMatchObject([{ last_4_digits: '4242' }])
  const { subscription } = (await p.w.call(subscriptions.get, { as: school.admin })).body
  expect(subscription).toMatchObject({ plan_id: 'super', card: { last_4_digits: '4242' } })
})

it('keeps a card without a payment, once the browser has confirmed it', async () => {
  const school = await p.w.makeSchool('Guardar')
  const start = await p.w.call(payments.startCard, { as: school.admin })
  const setupIntent = start.body.client_secret.split('_secret')[0]!
  const save = (as = school.admin) => p.w.call(payments.saveCard, { as, body: { setupIntent } })
  expect(await save()).toMatchObject({ status: 402 })
  const payment_method = await p.card('5555555555554444')
  await p.provider.ask(({ setupIntents }) => setupIntents.confirm(setupIntent, { payment_method }))
  expect((await save(p.w.northside.admin)).status).toBe(404)
  for (let time = 0; time < 2; time++)
    expect((await save()).body.paymentMethods).toMatchObject([{ card_type: 'mastercard', last_4_digits: '4444' }])
})

it('reaches no card of another school, neither to pay nor to remove it', async () => {
  const theirs = await p.w.makeSchool('Dona do cartão')
  await p.pay(theirs, { paymentMethod: await p.card(), saveCard: true })
  const [card] = await cardsOf(theirs)
  const school = await p.w.makeSchool('Outra escola')
  const body = { id: card!.dbId, paymentMethodStripeId: card!.id }
  expect((await p.w.call(payments.removeMethod, { as: school.admin, body })).status).toBe(404)
  expect((await p.pay(school, { paymentMethod: card!.id })).status).toBe(404)
  expect((await p.pay(school, { paymentMethod: 'pm_none' })).status).toBe(404)
  expect(await cardsOf(theirs)).toHaveLength(1)
})

it('pays with no card that was removed, and with nothing that is no card', async () => {
  const school = await p.w.makeSchool('Cartão removido')
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const [card] = await cardsOf(school)
  const body = { id: card!.dbId, paymentMethodStripeId: card!.id }
  await p.w.call(payments.removeMethod, { as: school.admin, body })
  expect((await p.pay(school, { paymentMethod: card!.id })).status).toBe(402)
  const pix = await p.provider.ask(({ paymentMethods }) => paymentMethods.create({ type: 'pix' }))
  expect((await p.pay(school, { paymentMethod: pix.id })).status).toBe(404)
})

it.each([
  ['one customer, which the provider gave them all', 1_000_000, () => 'cus_same'],
  ['one of their customers', 2_000_000, (caller: number) => `cus_caller${caller}`],
] as const)('notes of first purchases that come at once %s', async (_, first, nameOf) => {
  for (let round = 0; round < 30; round++) {
    const id = String(first + round)
    const ids = Array.from({ length: 8 }, (_, caller) => `${nameOf(caller)}_${id}`)
    await Promise.all(ids.map((each) => p.w.database.withPlatform((db) => insertCustomer(db, id, each))))
    const { rows, read } = await p.w.database.withPlatform(async (db) => ({
      rows: await db.selectFrom('stripe_customers').select('customer_id').where('school_id', '=', id).execute(),
      read: await findCustomer(db, id),
    }))
    expect(rows).toEqual([{ customer_id: read }])
    expect(ids).toContain(read)
  }
})
