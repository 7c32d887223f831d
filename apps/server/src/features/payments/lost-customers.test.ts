import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type PlanWorld, planWorld } from '../subscriptions/plans.testing.ts'
import { insertCard } from './cards/cards.queries.ts'
import { insertCustomer, leaveCustomer } from './customers.queries.ts'
import { findSchoolOf } from './customers.service.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})
beforeEach(() => p.beginAnew())

type School = PlanWorld['w']['northside']
const cardsOf = async (school: School) => (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
const remove = (school: School, { id, dbId }: { id: string; dbId: string }) =>
  p.w.call(payments.removeMethod, { as: school.admin, body: { id: dbId, paymentMethodStripeId: id } })
const keepCard = (school: School) => p.pay(school, { paymentMethod: 'pm_card_visa', saveCard: true })
const gone = {
  status: 402,
  error: { code: 'card_refused', fields: { card: expect.stringContaining('não está mais') } },
}

/** A school whose customer and card are those of another account at the provider. */
async function withOtherKeys(name: string) {
  const school = await p.w.makeSchool(name)
  await p.w.database.withPlatform((db) => insertCustomer(db, school.id, `cus_${school.id}`))
  const card = { stripe_id: `pm_${school.id}`, brand: 'visa', last_4_digits: '4242', expires: '12/2030' }
  await school.tx((db) => insertCard(db, card, new Date()))
  return school
}

/** A school whose customer was deleted in the provider's dashboard. */
async function withDeletedCustomer(name: string) {
  const school = await p.w.makeSchool(name)
  await keepCard(school)
  const customer = await p.customerOf(school)
  await p.provider.ask(({ customers }) => customers.del(customer))
  return school
}

it.each([
  ['the keys are those of another account', withOtherKeys],
  ['the customer was deleted', withDeletedCustomer],
])('goes on with a new customer where %s, and with other cards', async (name, begin) => {
  const school = await begin(`Sem cliente ${name.length}`)
  const [old] = await cardsOf(school)
  expect(await p.pay(school, { paymentMethod: old!.id })).toMatchObject(gone)
  expect(await cardsOf(school)).toEqual([])
  expect(await p.pay(school, { paymentMethod: old!.id })).toMatchObject(gone)
  expect((await keepCard(school)).body.payment).toMatchObject({ status: 'succeeded' })
  expect((await p.w.call(payments.startCard, { as: school.admin })).status).toBe(200)
  expect((await p.pay(school, { item: 'middle', paymentMethod: 'pix' })).body.payment).toMatchObject({
    status: 'requires_action',
  })
  const [card] = await cardsOf(school)
  expect((await remove(school, card!)).body.paymentMethods).toEqual([])
})

it('goes back to the customer that it was where the keys are those of before, with its cards', async () => {
  const school = await p.w.makeSchool('Chaves de volta')
  await keepCard(school)
  const [customer, [card]] = [await p.customerOf(school), await cardsOf(school)]
  // One of another account is the present one, as after a payment with other keys.
  await p.w.database.withPlatform(async (db) => {
    await leaveCustomer(db, customer)
    await insertCustomer(db, school.id, `cus_${school.id}`)
  })
  expect((await p.pay(school, { paymentMethod: card!.id })).body.payment).toMatchObject({ status: 'succeeded' })
  expect(await p.customerOf(school)).toBe(customer)
  expect(await cardsOf(school)).toEqual([card])
})

it('removes a card that the provider does not have', async () => {
  const school = await withOtherKeys('Remove o que não há')
  const [card] = await cardsOf(school)
  expect(await remove(school, card!)).toMatchObject({ status: 200, body: { paymentMethods: [] } })
})

it('neither pays nor goes on a plan with a card that was detached in the dashboard', async () => {
  const school = await p.w.makeSchool('Cartão tirado')
  const detach = async () => {
    await keepCard(school)
    const [card] = await cardsOf(school)
    await p.provider.ask(({ paymentMethods }) => paymentMethods.detach(card!.id))
    return card!
  }
  expect(await p.pay(school, { paymentMethod: (await detach()).id })).toMatchObject(gone)
  await p.subscribeByPix(school, 'middle')
  const { dbId } = await detach()
  expect(await p.w.call(subscriptions.setCard, { as: school.admin, body: { id: dbId } })).toMatchObject(gone)
  expect(await p.stateOf(school)).toMatchObject({ pays_with: 'pix' })
  expect(await remove(school, await detach())).toMatchObject({ status: 200, body: { paymentMethods: [] } })
})

it('hears of what was paid by the customer before, and proves all of it', async () => {
  const school = await withDeletedCustomer('Prova de dois clientes')
  const [intent] = (await p.listIntents()).filter(({ metadata }) => metadata.school === school.id)
  await keepCard(school)
  expect(await p.customerOf(school)).not.toBe(intent!.customer)
  expect(await findSchoolOf(String(intent!.customer), { platform: p.w.database })).toBe(school.id)
  await p.control.refund(String(intent!.latest_charge))
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['refund', 'pack', 'pack'])
  await p.prove(school)
})
