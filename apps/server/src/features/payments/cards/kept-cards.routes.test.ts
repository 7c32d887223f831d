import { randomUUID } from 'node:crypto'
import { errors } from '@escola/contract/errors'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../testing/call.ts'
import { type PlanWorld, planWorld } from '../../subscriptions/plans.testing.ts'
import { detachCard } from './cards.service.ts'
import { keepAllCards } from './cards.testing.ts'

const asksBank = '4000002760003184'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})
beforeEach(() => p.beginAnew())

type School = Awaited<ReturnType<PlanWorld['w']['makeSchool']>>
const cardsOf = async (school: School) => (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods

/** Makes a school that keeps a card, and on a plan that is paid with it. */
async function makeSchool(name: string, plan?: 'middle' | 'super') {
  const school = await p.w.makeSchool(name)
  if (plan) await p.subscribe(school, plan)
  else await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const [card] = await cardsOf(school)
  return { school, card: card! }
}

const setProof = ({ sessionId }: Pick<Person, 'sessionId'>, utc_proven_on: Date | null) =>
  p.w.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_proven_on }).where('id', '=', sessionId).execute(),
  )
/** Adds an administrator whose session was left open: they have not proven lately who they are. */
async function leaveOpen(school: School): Promise<Person> {
  const admin = await school.make.admin()
  await setProof(admin, null)
  return admin
}
const pay = (as: Person, paymentMethod: string, paymentId: string = randomUUID(), item: 'basic' | 'middle' = 'basic') =>
  p.w.call(payments.pay, { as, body: { paymentId, item, paymentMethod, saveCard: false } })
const countPayments = async (school: School) =>
  (await p.w.call(payments.list, { as: school.admin })).body.payments.total

it('pays with a kept card once its user has proven who they are, under the id that was refused', async () => {
  const { school, card } = await makeSchool('Tela aberta')
  const admin = await leaveOpen(school)
  const paymentId = randomUUID()
  expect((await pay(admin, card.id, paymentId)).error.code).toBe('proof_needed')
  expect(await countPayments(school)).toBe(1)
  await setProof(admin, new Date())
  await expect.poll(async () => (await pay(admin, card.id, paymentId)).status).toBe(200)
  expect(await countPayments(school)).toBe(2)
})

it('asks for no proof where the payer brings the money', async () => {
  const { school } = await makeSchool('Dinheiro de fora')
  const admin = await leaveOpen(school)
  expect((await pay(admin, await p.card())).status).toBe(200)
  expect((await pay(admin, 'pix')).status).toBe(200)
})

it('asks for a proof before a plan ends, grows smaller, stays after all, or is charged to another card or by Pix', async () => {
  const { school, card } = await makeSchool('Plano e tela aberta', 'super')
  const admin = await leaveOpen(school)
  const answers = [
    await pay(admin, card.id, randomUUID(), 'middle'),
    await p.w.call(subscriptions.cancel, { as: admin }),
    await p.w.call(subscriptions.keep, { as: admin }),
    await p.w.call(subscriptions.setCard, { as: admin, body: { id: card.dbId } }),
    await p.w.call(subscriptions.setPix, { as: admin }),
  ]
  expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'proof_needed'))
  expect(await p.stateOf(school)).toMatchObject({ plan_id: 'super', next_plan_id: 'super' })
})

it("shows a platform administrator the school's cards, and pays with none of them in their view", async () => {
  const { school, card } = await makeSchool('Visão da plataforma', 'middle')
  const operator = await p.w.makePlatformPerson()
  const params = { schoolId: school.id }
  const seen = await p.w.call(payments.methods, { as: operator, params })
  expect(seen.body.paymentMethods).toEqual([card])
  const body = { paymentId: randomUUID(), item: 'basic' as const, paymentMethod: card.id, saveCard: false }
  const answers = [
    await p.w.call(payments.pay, { as: operator, params, body }),
    await p.w.call(subscriptions.setCard, { as: operator, params, body: { id: card.dbId } }),
  ]
  for (const { error } of answers)
    expect(error).toMatchObject({ code: 'card_of_school', message: errors.card_of_school.message })
  expect(await countPayments(school)).toBe(1)
  const own = await p.w.call(payments.pay, { as: operator, params, body: { ...body, paymentMethod: await p.card() } })
  expect(own.status).toBe(200)
})

it('tells all administrators of a charge to a kept card, and of any other its payer alone', async () => {
  const { school, card } = await makeSchool('Recibos')
  const other = await school.make.admin()
  const receivers = () =>
    school.tx(async (db) => {
      const rows = await db.selectFrom('messages').select('user_id').where('kind', '=', 'payment_receipt').execute()
      return rows.map(({ user_id }) => user_id).toSorted()
    })
  expect(await receivers()).toEqual([school.admin.userId])
  await pay(other, await p.card('5555555555554444'))
  expect(await receivers()).toEqual([school.admin.userId, other.userId].toSorted())
  await pay(other, card.id)
  const twice = [school.admin.userId, other.userId].flatMap((id) => [id, id])
  expect(await receivers()).toEqual(twice.toSorted())
})

it('takes a card off the customer that a purchase kept as one too many, however often the job runs', async () => {
  const school = await p.w.makeSchool('Um cartão a mais')
  const paymentId = randomUUID()
  const methodId = await p.card(asksBank)
  await p.pay(school, { paymentId, paymentMethod: methodId, saveCard: true })
  await keepAllCards(school)
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === paymentId)!
  await p.control.authenticate(intent.id, true)
  expect((await p.read(school, paymentId)).payment.status).toBe('succeeded')
  expect((await school.pendingJobs()).filter(([name]) => name === 'payments.detach_card')).toEqual([
    ['payments.detach_card', { methodId }],
  ])
  const attachedTo = async () =>
    (await p.provider.ask(({ paymentMethods }) => paymentMethods.retrieve(methodId))).customer
  expect(await attachedTo()).not.toBeNull()
  for (let time = 0; time < 2; time++) await detachCard(school, { methodId }, p.tools)
  expect(await attachedTo()).toBeNull()
  expect((await cardsOf(school)).some(({ id }) => id === methodId)).toBe(false)
})

it('takes no card off the customer that the school keeps', async () => {
  const { school, card } = await makeSchool('Cartão guardado')
  await detachCard(school, { methodId: card.id }, p.tools)
  const { customer } = await p.provider.ask(({ paymentMethods }) => paymentMethods.retrieve(card.id))
  expect(customer).not.toBeNull()
})
