import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { plans } from '@escola/contract/prices'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, expect, it } from 'vitest'
import { makeAttended } from '../../../testing/member-scope.ts'
import { pay } from '../paying.service.ts'
import { ensurePrice } from './plan-prices.service.ts'
import { leastMonthMs, type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription, updateSubscription } from './subscriptions.queries.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})

type School = PlanWorld['w']['northside']
const rowOf = async (school: School) => (await school.tx(findSubscription))!

/** A school whose card did not pay the renewal of its plan. */
async function inGrace(name: string) {
  const school = await p.w.makeSchool(name)
  await p.subscribe(school, 'middle')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.pass(school, 31.2)
  const row = await rowOf(school)
  expect(row.invoice_id).not.toBeNull()
  return { school, row }
}

it('ends the grace by an invoice that an operator marks as paid, and books nothing', async () => {
  const { school, row } = await inGrace('Pago por fora')
  await p.provider.ask(({ invoices }) => invoices.pay(row.invoice_id!, { paid_out_of_band: true }))
  for (let time = 0; time < 2; time++) await p.settle(school)
  const paid = await rowOf(school)
  expect(paid).toMatchObject({ plan_id: 'middle', invoice_id: null, invoice_plan_id: null, utc_grace_ends_on: null })
  expect(paid.utc_paid_until.getTime()).toBeGreaterThan(row.utc_paid_until.getTime() + leastMonthMs)
  expect(paid.utc_paid_until.getTime()).toBeLessThan(row.utc_paid_until.getTime() + 32 * dayMs)
  expect(await p.kindsOf(school)).toEqual(['plan'])
  await p.prove(school)
})

it('counts a month that the credit of the customer has paid', async () => {
  const school = await p.w.makeSchool('Crédito no provedor')
  await p.subscribe(school, 'super')
  const { stripe_id, item_id, utc_paid_until } = await rowOf(school)
  const price = await ensurePrice('middle', p.provider)
  // An operator has moved the subscription to the smaller plan, and what is left of the greater one is credit.
  await p.provider.ask(({ subscriptions }) =>
    subscriptions.update(stripe_id!, { items: [{ id: item_id!, price }], proration_behavior: 'always_invoice' }),
  )
  await p.pay(school, { item: 'middle', paymentMethod: 'pix' })
  await p.pass(school, 31.2)
  const paid = await rowOf(school)
  expect(paid).toMatchObject({ plan_id: 'middle', utc_grace_ends_on: null })
  expect(paid.utc_paid_until.getTime()).toBeGreaterThan(utc_paid_until.getTime() + leastMonthMs)
  expect(await p.kindsOf(school)).toEqual(['plan'])
  await p.prove(school)
})

it.each([
  ['wholly', 'middle', ['plan', 'plan']],
  ['in part', 'super', ['plan', 'plan', 'plan']],
] as const)(
  "charges a first month as it was shown that a customer's credit could pay %s, and uses the credit for the next one",
  async (how, plan, kinds) => {
    const school = await p.w.makeSchool(`Crédito antes do plano, ${how}`)
    await p.subscribe(school, 'super')
    const { stripe_id, item_id } = await rowOf(school)
    const price = await ensurePrice('middle', p.provider)
    await p.provider.ask(({ subscriptions }) =>
      subscriptions.update(stripe_id!, { items: [{ id: item_id!, price }], proration_behavior: 'always_invoice' }),
    )
    await p.w.call(subscriptions.cancel, { as: school.admin })
    await p.pass(school, 31.2)
    expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })

    const payer = makeAttended(school, school.admin, { isAdmin: true })
    const order = { paymentId: randomUUID(), item: plan, paymentMethod: await p.card(), saveCard: true }
    expect((await pay(payer, order, p.later())).payment).toMatchObject({
      status: 'succeeded',
      cents: plans[plan].eachMonth,
    })
    await p.settle(school)
    expect(await p.stateOf(school)).toMatchObject({ plan, pays_with: 'card', card: { last_4_digits: '4242' } })
    const { utc_paid_until } = await rowOf(school)
    expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
    await p.passTo(school, 0.2)
    expect((await rowOf(school)).utc_paid_until.getTime()).toBeGreaterThan(utc_paid_until.getTime() + leastMonthMs)
    expect(await p.kindsOf(school)).toEqual(kinds)
    await p.prove(school)
  },
)

it('ends a plan whose open invoice turns out to have paid another month', async () => {
  const { school, row } = await inGrace('Fatura de outro mês')
  const made = await p.provider.ask(({ invoices }) => invoices.list({ subscription: row.stripe_id!, status: 'paid' }))
  await school.tx((db) => updateSubscription(db, { invoice_id: made.data[0]!.id }))
  await p.pass(school, 8)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
})

it('takes back a renewal whose refund and dispute are heard of before its payment', async () => {
  const school = await p.w.makeSchool('Renovação devolvida antes')
  await p.subscribe(school, 'middle')
  await p.settle(school)
  await p.move(31.2)
  const customer = await p.customerOf(school)
  const { data } = await p.provider.ask(({ charges }) => charges.list({ customer, limit: 1 }))
  await p.control.refund(data[0]!.id, 900)
  await p.control.dispute(data[0]!.id)
  // The newest events come first.
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['dispute', 'refund', 'plan', 'plan'])
  await p.prove(school)
})
