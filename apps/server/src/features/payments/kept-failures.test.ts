import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, expect, it } from 'vitest'
import { attendedBy } from '../../testing/attended.ts'
import { pay } from './paying.service.ts'
import { type PlanWorld, planWorld } from './subscriptions/plans.testing.ts'
import { findSubscription } from './subscriptions/subscriptions.queries.ts'

const hour = 1 / 24

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})

it('makes the customer of a school an hour after the provider failed, and keeps saying so', async () => {
  const school = await p.w.makeSchool('Cliente que falhou')
  const order = { item: 'basic', paymentMethod: 'pm_card_visa', saveCard: false } as const
  const buy = () =>
    pay(attendedBy(school, school.admin, { isAdmin: true }), { ...order, paymentId: crypto.randomUUID() }, p.later())
  await p.control.failNext({ operation: 'POST /v1/customers', how: 'kept500' })
  await expect(buy()).rejects.toThrow(expect.objectContaining({ code: 'payment_provider_away' }))
  await p.move(hour)
  expect((await buy()).payment).toMatchObject({ status: 'succeeded' })
})

it.each([
  ['an hour later', false],
  ['at once for another plan', true],
])('begins the subscription of a card after the provider failed, and keeps saying so, %s', async (name, stepsDown) => {
  const school = await p.w.makeSchool(`Cartão que falhou ${name}`)
  await p.subscribeByPix(school, 'super')
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const [card] = (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
  await p.control.failNext({ operation: 'POST /v1/subscriptions', how: 'kept500' })
  const set = await p.w.call(subscriptions.setCard, { as: school.admin, body: { id: card!.dbId } })
  expect(set).toMatchObject({ status: 200, body: { subscription: { pays_with: 'card' } } })
  if (stepsDown) expect(await p.pay(school, { item: 'middle', paymentMethod: card!.id })).toMatchObject({ status: 200 })
  else {
    await p.move(hour)
    await p.settle(school)
  }
  expect(await school.tx(findSubscription)).toMatchObject({ stripe_id: expect.stringMatching(/^sub_/) })
})
