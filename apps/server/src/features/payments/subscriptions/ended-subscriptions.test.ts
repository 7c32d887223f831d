import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, expect, it } from 'vitest'
import { makeAttended } from '../../../testing/member-scope.ts'
import { pay } from '../paying.service.ts'
import { setPlanPix } from './plan-moves.service.ts'
import { quotePlan } from './plan-quotes.service.ts'
import { leastMonthMs, type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription } from './subscriptions.queries.ts'
import { keepSubscription } from './subscriptions.service.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
  await p.control.setRetries({ days: [3], end: 'cancel' })
})

type School = PlanWorld['w']['northside']
const rowOf = async (school: School) => (await school.tx(findSubscription))!
const endsOf = async (school: School) => (await p.mailsOf(school)).filter(({ kind }) => kind === 'plan_ended')
const statusOf = async (id: string) => (await p.provider.ask((stripe) => stripe.subscriptions.retrieve(id))).status
const cancelAway = (id: string) => p.provider.ask((stripe) => stripe.subscriptions.cancel(id))

async function subscribed(name: string) {
  const school = await p.w.makeSchool(name)
  await p.subscribe(school, 'middle')
  return { school, ...(await rowOf(school)) }
}

it('goes on with the card that pays a renewal whose subscription the provider gave up in the grace', async () => {
  const { school, stripe_id: first } = await subscribed('Paga depois do fim')
  const customer = await p.customerOf(school)
  await p.control.setRenewals(customer, 'fail')
  await p.pass(school, 31.2)
  await p.pass(school, 4)
  expect(await statusOf(first!)).toBe('canceled')
  await p.control.setRenewals(customer, null)
  await p.pay(school, { paymentMethod: await p.card('5555555555554444'), saveCard: true })
  const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
  const other = paymentMethods.find(({ card_type }) => card_type === 'mastercard')!
  const { body } = await p.w.call(subscriptions.setCard, { as: school.admin, body: { id: other.dbId } })
  expect(body.subscription).toMatchObject({ utc_grace_ends_on: null, card: { id: other.id }, next_plan_id: 'middle' })
  await p.settle(school)
  const { stripe_id, utc_paid_until } = await rowOf(school)
  expect(await statusOf(stripe_id!)).toBe('trialing')
  await p.passTo(school, 0.2)
  expect((await rowOf(school)).utc_paid_until.getTime()).toBeGreaterThan(utc_paid_until.getTime() + leastMonthMs)
  expect((await p.kindsOf(school)).filter((kind) => kind === 'plan')).toHaveLength(3)
  await p.prove(school)
})

it.each([
  ['hears of it', true],
  ['does not', false],
])(
  'keeps a paid month whose subscription was ended in the dashboard, and asks for the next one by Pix, when it %s',
  async (_, isReceived) => {
    const { school, stripe_id, utc_paid_until } = await subscribed(`Encerrada fora ${isReceived}`)
    await cancelAway(stripe_id!)
    if (isReceived) await p.settle(school)
    else await p.w.call(subscriptions.keep, { as: school.admin })
    expect(await rowOf(school)).toMatchObject({ plan_id: 'middle', pays_with: 'pix', stripe_id: null, utc_paid_until })
    await p.passTo(school, -4)
    await p.payCode(school)
    expect((await rowOf(school)).utc_paid_until.getTime()).toBeGreaterThan(utc_paid_until.getTime() + leastMonthMs)
    await p.prove(school)
  },
)

it('tells of the end of a plan whose subscription was ended elsewhere when its month was over, and of no chosen one', async () => {
  const { school, stripe_id } = await subscribed('Fim que ninguém escolheu')
  await p.move(31.01)
  await cancelAway(stripe_id!)
  await p.settle(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await endsOf(school)).toMatchObject([{ params: { planId: 'middle', isUnpaid: false } }])
  const chosen = await subscribed('Fim escolhido')
  await p.w.call(subscriptions.cancel, { as: chosen.school.admin })
  await p.pass(chosen.school, 32)
  expect(await p.stateOf(chosen.school)).toEqual({ plan: 'onDemand' })
  expect(await endsOf(chosen.school)).toEqual([])
})

it('lets nothing be wished while the card is charged for the month after the one that is over', async () => {
  const { school, utc_paid_until } = await subscribed('Hora da cobrança')
  await p.w.call(subscriptions.cancel, { as: school.admin })
  await p.move((utc_paid_until.getTime() - p.later().now().getTime()) / dayMs + 0.01)
  for (const change of [keepSubscription, setPlanPix])
    await expect(change(school, p.later())).rejects.toThrow(expect.objectContaining({ code: 'plan_renewal_under_way' }))
  expect(await rowOf(school)).toMatchObject({ next_plan_id: 'onDemand', pays_with: 'card', utc_grace_ends_on: null })
  await p.settle(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
})

it('removes the card of a plan that ends, and keeps the plan after all with codes', async () => {
  const { school, stripe_id } = await subscribed('Remove o cartão do fim')
  const { card } = await p.stateOf(school)
  const remove = () =>
    p.w.call(payments.removeMethod, { as: school.admin, body: { id: card!.dbId, paymentMethodStripeId: card!.id } })
  expect(await remove()).toMatchObject({ status: 409, error: { code: 'card_pays_plan' } })
  await p.w.call(subscriptions.cancel, { as: school.admin })
  expect(await remove()).toMatchObject({ status: 200, body: { paymentMethods: [] } })
  await p.settle(school)
  expect(await statusOf(stripe_id!)).toBe('canceled')
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix', next_plan_id: 'onDemand' })
  await p.w.call(subscriptions.keep, { as: school.admin })
  await p.passTo(school, -4)
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', next_plan_id: 'middle' })
  await p.prove(school)
})

it('sells an upgrade to a school that has canceled its plan, and to one whose subscription has ended elsewhere', async () => {
  const cancels = await subscribed('Cancela e aumenta')
  const ended = await subscribed('Encerrada e aumenta')
  await p.move(10)
  await p.w.call(subscriptions.cancel, { as: cancels.school.admin })
  await cancelAway(ended.stripe_id!)
  for (const { school } of [cancels, ended]) {
    const payer = makeAttended(school, school.admin, { isAdmin: true })
    const quoted = await quotePlan(payer, 'super', p.later())
    expect(quoted?.now).toBeGreaterThan(20_000)
    const order = { paymentId: randomUUID(), item: 'super', paymentMethod: await p.card(), saveCard: false } as const
    expect((await pay(payer, { ...order, cents: quoted!.now }, p.later())).payment.status).toBe('succeeded')
    await p.settle(school)
    expect(await rowOf(school)).toMatchObject({ plan_id: 'super', next_plan_id: 'super' })
    await p.prove(school)
  }
})
