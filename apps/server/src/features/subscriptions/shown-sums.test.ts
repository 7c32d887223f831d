import { randomUUID } from 'node:crypto'
import { centsOf } from '@escola/contract/money'
import { payments } from '@escola/contract/payments.contract'
import type { PaidPlanId } from '@escola/contract/prices'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect, it } from 'vitest'
import { makeAttended } from '../../testing/member-scope.ts'
import { pay } from '../payments/paying.service.ts'
import { previewPlan } from './subscriptions.service.ts'
import { type School, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

const changed = { status: 409, error: { code: 'payment_sum_changed' } }
const showSum = async (school: School, planId: PaidPlanId) =>
  centsOf((await p.w.call(subscriptions.preview, { as: school.admin, params: { planId } })).body.change.now)
const listPaid = async (school: School) =>
  (await p.w.call(payments.list, { as: school.admin })).body.payments.list.map(({ item, cents }) => [item, cents])
async function schoolWith(plan: PaidPlanId) {
  const school = await p.w.makeSchool(`Valor mostrado do ${plan}`)
  await p.subscribe(school, plan)
  return { school, card: (await p.stateOf(school)).card!.id }
}

it('charges nothing for a smaller plan that was shown as free, after the greater one has ended', async () => {
  const { school, card } = await schoolWith('super')
  expect(await showSum(school, 'middle')).toBe(0)
  await p.w.call(subscriptions.cancel, { as: school.admin })
  await p.passTo(school, 0.2)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await p.pay(school, { item: 'middle', paymentMethod: card, cents: 0 })).toMatchObject(changed)
  expect(await listPaid(school)).toEqual([['super', 59_900]])
  await p.prove(school)
})

it('charges no whole month for the rest of one that was shown on its last day', async () => {
  const { school, card } = await schoolWith('middle')
  await p.passTo(school, -0.2)
  const cents = centsOf((await previewPlan(school, 'super', p.later())).change.now)
  expect(cents).toBeLessThan(400)
  await p.passTo(school, 0.2)
  const order = { paymentId: randomUUID(), item: 'super', paymentMethod: card } as const
  expect(await p.pay(school, { ...order, cents })).toMatchObject(changed)
  const now = await showSum(school, 'super')
  expect((await p.pay(school, { ...order, cents: now })).body).toMatchObject({ resource: { plan_id: 'super' } })
  expect((await listPaid(school))[0]).toEqual(['super', now])
  await p.prove(school)
})

it('charges a try again at no more than its page shows by then', async () => {
  const { school } = await schoolWith('middle')
  const paymentId = randomUUID()
  const cents = await showSum(school, 'super')
  const pay = async (sum: number, number?: string) =>
    p.pay(school, { paymentId, item: 'super', paymentMethod: await p.card(number), cents: sum })
  expect(await pay(cents, '4000000000000002')).toMatchObject({ status: 402 })
  expect(await pay(cents - 1)).toMatchObject(changed)
  expect((await pay(cents)).body).toMatchObject({ resource: { plan_id: 'super' } })
  await p.prove(school)
})

it.each(['hour after the end', 'month after it'])(
  'does not charge the last minutes of a month in the %s',
  async (when) => {
    const { school } = await schoolWith('middle')
    const payer = makeAttended(school, school.admin, { roles: ['owner'] })
    await p.passTo(school, -0.02)
    const paymentId = randomUUID()
    const tryWith = async (number?: string) =>
      pay(payer, { paymentId, item: 'super', paymentMethod: await p.card(number), saveCard: false }, p.later())
    await expect(tryWith('4000000000000002')).rejects.toMatchObject({ status: 402 })
    await (when === 'month after it' ? p.pass(school, 0.2) : p.move(0.03))
    const code = when === 'month after it' ? 'payment_sum_changed' : 'plan_renewal_under_way'
    await expect(tryWith()).rejects.toMatchObject({ code })
    await p.pass(school, 0.2)
    expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', next_plan_id: 'middle' })
    expect((await listPaid(school)).map(([item]) => item)).toEqual(['middle', 'super', 'middle'])
    await p.prove(school)
  },
)

it('gives back an upgrade whose code was made before the month was over, and paid before the card was charged', async () => {
  const { school } = await schoolWith('middle')
  await p.passTo(school, -0.01)
  const payer = makeAttended(school, school.admin, { roles: ['owner'] })
  const order = { paymentId: randomUUID(), item: 'super', paymentMethod: 'pix', saveCard: false } as const
  await pay(payer, order, p.later())
  const code = (await p.listCodes(school)).find(({ metadata }) => metadata.payment === order.paymentId)!
  await p.move(0.015)
  await p.control.payPix(code.id)
  await p.settle(school)
  await p.pass(school, 0.2)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', next_plan_id: 'middle' })
  expect(await p.kindsOf(school)).toEqual(['refund', 'plan', 'plan', 'plan'])
  await p.prove(school)
})

it('changes to no smaller plan where a payment was asked for', async () => {
  const { school, card } = await schoolWith('super')
  expect(await p.pay(school, { item: 'middle', paymentMethod: card, cents: 19_900 })).toMatchObject(changed)
  expect(await p.stateOf(school)).toMatchObject({ next_plan_id: 'super' })
})

it.each([-1, 1.5, '1'])('refuses %s as a sum', async (cents) => {
  const order = { paymentMethod: 'pix', cents: cents as number }
  expect(await p.pay(p.w.northside, order)).toMatchObject({
    status: 400,
    error: { fields: { cents: expect.stringMatching(/página/) } },
  })
})
