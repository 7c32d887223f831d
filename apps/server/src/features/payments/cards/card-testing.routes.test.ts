import { randomUUID } from 'node:crypto'
import { hourMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { paymentLimits, payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type PlanWorld, planWorld } from '../../subscriptions/plans.testing.ts'
import { processPaymentEvent } from '../events/events.service.ts'
import { insertTry } from './card-tries.queries.ts'
import { recordRefusedTry } from './card-tries.service.ts'

const declined = '4000000000000002'
const asksBank = '4000002760003184'
const limit = paymentLimits.refusedPerDay

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})
beforeEach(() => p.beginAnew())

type School = Awaited<ReturnType<PlanWorld['w']['makeSchool']>>

const tryCard = async (school: School, paymentId: string = randomUUID(), number = declined) =>
  (await p.pay(school, { paymentId, paymentMethod: await p.card(number) })).status
/** Has a school try cards that are refused, down to a number that it may still try. */
const tryAllBut = (school: School, left: number) =>
  school.tx(async (db) => {
    for (let time = left; time < limit; time++)
      await insertTry(db, { kind: 'begun', key: randomUUID(), utc_tried_on: new Date() })
  })
/** Has the provider report refusals in a school, down to a number that it may still have. */
const refuseAllBut = async (school: School, left: number) => {
  for (let time = left; time < limit; time++) await recordRefusedTry(school, randomUUID(), p.tools)
}
/** Moves all that was done in the school into the past. */
const wait = (school: School, hours: number) =>
  school.tx((db) =>
    db
      .updateTable('card_tries')
      .set({ utc_tried_on: new Date(Date.now() - hours * hourMs) })
      .execute(),
  )
/** Has the server receive all events of a type that tell of an intent. */
async function receive(type: string, intentId: string) {
  for (const event of await p.listEvents(type))
    if ((event.data.object as { id: string }).id === intentId) {
      await p.send(event)
      await processPaymentEvent(event.id, p.tools)
    }
}
const intentOf = async (paymentId: string) =>
  (await p.listIntents()).find(({ metadata }) => metadata.payment === paymentId)!.id

it('tries no more cards in a school of which too many were refused in a day, from whatever address', async () => {
  const school = await p.w.makeSchool('Muitos cartões')
  const paymentId = randomUUID()
  await tryAllBut(school, 2)
  for (let time = 0; time < 2; time++) expect(await tryCard(school, paymentId)).toBe(402)
  for (const id of [paymentId, randomUUID()]) expect(await tryCard(school, id)).toBe(429)
  expect((await p.pay(school, { paymentMethod: await p.card() })).error).toMatchObject({
    code: 'too_many_cards',
    message: errors.too_many_cards.message,
  })
  await wait(school, 23)
  expect(await tryCard(school)).toBe(429)
  expect((await p.pay(school, { paymentMethod: 'pix' })).status).toBe(200)
  await wait(school, 25)
  expect(await tryCard(school, randomUUID(), '4242424242424242')).toBe(200)
})

it('counts the refusals of a payment that is paid by Pix then', async () => {
  const school = await p.w.makeSchool('Cartões e Pix')
  const paymentId = randomUUID()
  await tryAllBut(school, 3)
  for (let time = 0; time < 2; time++) expect(await tryCard(school, paymentId)).toBe(402)
  expect((await p.pay(school, { paymentId, paymentMethod: 'pix' })).status).toBe(200)
  expect(await tryCard(school)).toBe(402)
  expect(await tryCard(school)).toBe(429)
})

it('counts tries that come at once', async () => {
  const school = await p.w.makeSchool('Cartões de uma vez')
  await tryAllBut(school, 3)
  const answers = await Promise.all(Array.from({ length: 10 }, () => tryCard(school)))
  expect(answers.filter((status) => status === 402)).toHaveLength(3)
})

it('counts no card that has paid', async () => {
  const school = await p.w.makeSchool('Cartões bons')
  await tryAllBut(school, 1)
  for (let time = 0; time < 2; time++) expect(await tryCard(school, randomUUID(), '4242424242424242')).toBe(200)
  expect(await tryCard(school)).toBe(402)
})

it('counts what a page is refused for an intent, and ends the intent at the limit', async () => {
  const school = await p.w.makeSchool('Cartões pelo segredo')
  const paymentId = randomUUID()
  expect(await tryCard(school, paymentId, asksBank)).toBe(200)
  const id = await intentOf(paymentId)
  await p.control.authenticate(id, false)
  await refuseAllBut(school, 2)
  await receive('payment_intent.payment_failed', id)
  expect((await p.provider.ask(({ paymentIntents }) => paymentIntents.retrieve(id))).status).not.toBe('canceled')
  const payment_method = await p.card(declined)
  await expect(
    p.provider.ask(({ paymentIntents }) => paymentIntents.confirm(id, { payment_method })),
  ).rejects.toMatchObject({ fault: 'generic_decline' })
  await receive('payment_intent.payment_failed', id)
  expect((await p.provider.ask(({ paymentIntents }) => paymentIntents.retrieve(id))).status).toBe('canceled')
  expect(await tryCard(school)).toBe(429)
  expect((await p.read(school, paymentId)).payment.status).toBe('failed')
})

it('counts refusals of cards that are kept without a payment, and ends their intent at the limit', async () => {
  const school = await p.w.makeSchool('Cartões para guardar')
  const start = () => p.w.call(payments.startCard, { as: school.admin })
  const id = (await start()).body.client_secret.split('_secret')[0]!
  await refuseAllBut(school, 2)
  for (const status of ['requires_payment_method', 'canceled']) {
    const payment_method = await p.card(declined)
    await expect(
      p.provider.ask(({ setupIntents }) => setupIntents.confirm(id, { payment_method })),
    ).rejects.toMatchObject({ fault: 'generic_decline' })
    await receive('setup_intent.setup_failed', id)
    expect((await p.provider.ask(({ setupIntents }) => setupIntents.retrieve(id))).status).toBe(status)
  }
  expect((await start()).status).toBe(429)
  expect(await tryCard(school)).toBe(429)
})

it('opens no more cards to be kept than may be refused, and counts none that was kept', async () => {
  const school = await p.w.makeSchool('Muitos começos')
  const start = () => p.w.call(payments.startCard, { as: school.admin })
  await tryAllBut(school, 1)
  expect((await start()).status).toBe(200)
  expect((await start()).status).toBe(429)

  const other = await p.w.makeSchool('Começo guardado')
  await tryAllBut(other, 1)
  const { client_secret } = (await p.w.call(payments.startCard, { as: other.admin })).body
  const setupIntent = client_secret.split('_secret')[0]!
  const payment_method = await p.card()
  await p.provider.ask(({ setupIntents }) => setupIntents.confirm(setupIntent, { payment_method }))
  expect((await p.w.call(payments.saveCard, { as: other.admin, body: { setupIntent } })).status).toBe(200)
  expect(await tryCard(other)).toBe(402)
})

it('leaves one secret with which cards can be tried without a payment, however many are asked for at once', async () => {
  const school = await p.w.makeSchool('Vários segredos')
  const start = async () =>
    (await p.w.call(payments.startCard, { as: school.admin })).body.client_secret.split('_secret')[0]!
  const kept = await start()
  const payment_method = await p.card()
  await p.provider.ask(({ setupIntents }) => setupIntents.confirm(kept, { payment_method }))
  const ids = await Promise.all([start(), start(), start()])
  ids.push(await start())
  const read = async (id: string) => (await p.provider.ask(({ setupIntents }) => setupIntents.retrieve(id))).status
  expect(await Promise.all(ids.map(read))).toEqual(['canceled', 'canceled', 'canceled', 'requires_payment_method'])
  expect((await p.w.call(payments.saveCard, { as: school.admin, body: { setupIntent: kept } })).status).toBe(200)
  await expect(
    p.provider.ask(async ({ setupIntents }) => setupIntents.confirm(ids[0]!, { payment_method: await p.card() })),
  ).rejects.toThrow()
})

it('charges an open renewal to no card where too many were refused', async () => {
  const school = await p.w.makeSchool('Renovação e cartões')
  await p.subscribe(school, 'middle')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.passTo(school, 1)
  const [card] = (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
  const choose = async () =>
    (await p.w.call(subscriptions.setCard, { as: school.admin, body: { id: card!.dbId } })).status
  await tryAllBut(school, 0)
  expect(await choose()).toBe(429)
  await wait(school, 25)
  await tryAllBut(school, 1)
  expect(await choose()).toBe(200)
  expect(await tryCard(school)).toBe(402)
  expect(await tryCard(school)).toBe(429)
})
