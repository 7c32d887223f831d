import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect, it } from 'vitest'
import { makeAttended } from '../../testing/member-scope.ts'
import { pay } from '../payments/paying.service.ts'
import { setPlanPix } from './plan-moves.service.ts'
import { quotePlan } from './plan-quotes.service.ts'
import { keepSubscription } from './subscriptions.service.ts'
import { rowOf, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

async function subscribed(name: string) {
  const school = await p.w.makeSchool(name)
  await p.subscribe(school, 'middle')
  return { school, ...(await rowOf(school)) }
}

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
  const { school } = await subscribed('Remove o cartão do fim')
  const { card } = await p.stateOf(school)
  const remove = () =>
    p.w.call(payments.removeMethod, { as: school.admin, body: { id: card!.dbId, paymentMethodStripeId: card!.id } })
  expect(await remove()).toMatchObject({ status: 409, error: { code: 'card_pays_plan' } })
  await p.w.call(subscriptions.cancel, { as: school.admin })
  expect(await remove()).toMatchObject({ status: 200, body: { paymentMethods: [] } })
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix', next_plan_id: 'onDemand' })
  await p.w.call(subscriptions.keep, { as: school.admin })
  await p.passTo(school, -4)
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', next_plan_id: 'middle' })
  await p.prove(school)
})

it('sells an upgrade to a school that has canceled its plan', async () => {
  const { school } = await subscribed('Cancela e aumenta')
  await p.move(10)
  await p.w.call(subscriptions.cancel, { as: school.admin })
  const payer = makeAttended(school, school.admin, { roles: ['owner'] })
  const quoted = await quotePlan(payer, 'super', p.later())
  expect(quoted?.now).toBeGreaterThan(20_000)
  const order = { paymentId: randomUUID(), item: 'super', paymentMethod: await p.card(), saveCard: true } as const
  expect((await pay(payer, { ...order, cents: quoted!.now }, p.later())).payment.status).toBe('succeeded')
  await p.settle(school)
  expect(await rowOf(school)).toMatchObject({ plan_id: 'super', next_plan_id: 'super' })
  // The card of an upgrade pays that alone.
  expect((await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods).toHaveLength(1)
  await p.prove(school)
})
