import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect, it } from 'vitest'
import { makeAttended } from '../../testing/member-scope.ts'
import { pay } from '../payments/paying.service.ts'
import { setPlanCard } from './plan-moves.service.ts'
import { leastMonthMs } from './plans.testing.ts'
import { followSubscription } from './renewals.service.ts'
import { toCard } from './subscription-states.ts'
import { updateSubscription } from './subscriptions.queries.ts'
import { previewPlan } from './subscriptions.service.ts'
import { rowOf, type School, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

/** Keeps a card of the school, by a pack that is paid with it. */
async function keepCard(school: School, number?: string) {
  await p.pay(school, { paymentMethod: await p.card(number), saveCard: true })
  const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
  return paymentMethods[0]!
}
const setCard = (school: School, { dbId }: { dbId: string }) =>
  p.w.call(subscriptions.setCard, { as: school.admin, body: { id: dbId } })
const setPix = (school: School) => p.w.call(subscriptions.setPix, { as: school.admin })
async function listPaid(school: School) {
  const { list } = (await p.w.call(payments.list, { as: school.admin })).body.payments
  return list
    .filter(({ status, item }) => status === 'succeeded' && item !== 'basic')
    .map(({ item, way, cents, refunded_cents }) => [item, way, cents, refunded_cents])
}

it('lets a card pay from the end of a month that was paid by Pix, without a charge now, and gives up its code', async () => {
  const school = await p.w.makeSchool('Do Pix para o cartão')
  await p.subscribeByPix(school, 'middle')
  const card = await keepCard(school)
  await p.passTo(school, -4)
  const [code] = await p.listCodes(school)
  const until = (await p.stateOf(school)).utc_paid_until
  const { status, body } = await setCard(school, card)
  expect(status).toBe(200)
  expect(body.subscription).toMatchObject({
    pays_with: 'card',
    card: { id: card.id },
    pix: null,
    utc_paid_until: until,
    utc_next_payment_on: until,
  })
  expect(await p.control.payPix(code!.id)).toMatchObject({ status: 'canceled', amount_received: 0 })
  await p.settle(school)
  expect(await listPaid(school)).toEqual([['middle', 'pix', 19_900, 0]])
  const { dbId, id } = card
  expect(
    await p.w.call(payments.removeMethod, { as: school.admin, body: { id: dbId, paymentMethodStripeId: id } }),
  ).toMatchObject({ error: { code: 'card_pays_plan' } })
  await p.passTo(school, 0.2)
  const later = await p.stateOf(school)
  expect(later).toMatchObject({ plan: 'middle', pays_with: 'card', utc_grace_ends_on: null })
  expect(new Date(later.utc_paid_until!).getTime()).toBeGreaterThan(new Date(until!).getTime() + leastMonthMs)
  await p.passTo(school, 0.2)
  expect(await listPaid(school)).toEqual([
    ['middle', 'card', 19_900, 0],
    ['middle', 'card', 19_900, 0],
    ['middle', 'pix', 19_900, 0],
  ])
  await p.prove(school)
})

it('counts a code that was paid before the card was chosen, and gives back one that is paid after it', async () => {
  const [before, after] = [await p.w.makeSchool('Código pago antes'), await p.w.makeSchool('Código pago depois')]
  for (const school of [before, after]) {
    await p.subscribeByPix(school, 'middle')
    const card = await keepCard(school)
    await p.passTo(school, -4)
    const [code] = await p.listCodes(school)
    const until = new Date((await p.stateOf(school)).utc_paid_until!)
    if (school === after)
      // The call wrote down the wish, and broke off before the code was given up.
      await school.tx(async (db) => updateSubscription(db, toCard(await rowOf(school), card.dbId)))
    await p.control.payPix(code!.id)
    if (school === before) await setCard(school, card)
    await p.settle(school)
    const paidUntil = new Date((await p.stateOf(school)).utc_paid_until!)
    expect(paidUntil.getTime() - until.getTime()).toBeGreaterThanOrEqual(school === before ? leastMonthMs : 0)
    const refunded = (await listPaid(school)).map(([, , , cents]) => cents)
    expect(refunded).toEqual(school === before ? [0, 0] : [19_900, 0])
    await p.prove(school)
  }
})

it('begins the card after a month in a smaller plan that was paid by Pix ahead', async () => {
  const school = await p.w.makeSchool('Mês já pago')
  await p.subscribeByPix(school, 'super')
  const card = await keepCard(school)
  await p.passTo(school, -4)
  await p.pay(school, { item: 'middle', paymentMethod: 'pix' })
  await p.settle(school)
  await p.payCode(school)
  const { body } = await setCard(school, card)
  const { utc_paid_until, utc_next_payment_on } = body.subscription!
  expect(new Date(utc_next_payment_on).getTime()).toBeGreaterThan(new Date(utc_paid_until).getTime() + leastMonthMs)
  await p.passTo(school, 0.2)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
  expect(await listPaid(school)).toHaveLength(2)
  await p.passTo(school, 0.2)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
  expect((await listPaid(school))[0]).toEqual(['middle', 'card', 19_900, 0])
  await p.prove(school)
})

it('goes from a card to Pix at the end of the month, and to and fro', async () => {
  const school = await p.w.makeSchool('Do cartão para o Pix')
  await p.subscribe(school, 'middle')
  const { card, utc_paid_until } = await p.stateOf(school)
  for (let time = 0; time < 2; time++) {
    expect((await setPix(school)).body.subscription).toMatchObject({ pays_with: 'pix', card: null, utc_paid_until })
    await setCard(school, card!)
  }
  await setPix(school)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_paid_until, utc_grace_ends_on: null })
  await p.passTo(school, -4)
  await p.payCode(school)
  await p.passTo(school, -10)
  expect(await listPaid(school)).toEqual([
    ['middle', 'pix', 19_900, 0],
    ['middle', 'card', 19_900, 0],
  ])
  await p.prove(school)
})

it('lets a card pay an overdue month only in the checkout, and renews the plan with that card', async () => {
  const school = await p.w.makeSchool('Carência paga no cartão')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, 1)
  const card = await keepCard(school)
  await expect(setPlanCard(school, card.dbId, p.later())).rejects.toMatchObject({ code: 'plan_is_overdue' })
  const until = new Date((await p.stateOf(school)).utc_paid_until!).getTime()
  const [code] = await p.listCodes(school)
  const order = { paymentId: randomUUID(), item: 'middle' } as const
  const payer = makeAttended(school, school.admin, { roles: ['owner'] })
  const payBy = (paymentMethod: string) => pay(payer, { ...order, paymentMethod, saveCard: true }, p.later())
  await expect(payBy('pix')).rejects.toMatchObject({ code: 'plan_is_current' })
  const { payment } = await payBy(await p.card('4000000000003220'))
  expect(payment.status).toBe('requires_action')
  await p.control.authenticate(payment.client_secret!.split('_secret')[0]!)
  await p.settle(school)
  const paid = await p.stateOf(school)
  expect(paid).toMatchObject({
    plan: 'middle',
    pays_with: 'card',
    card: { last_4_digits: '3220' },
    utc_grace_ends_on: null,
  })
  expect(new Date(paid.utc_paid_until!).getTime()).toBeGreaterThan(until + leastMonthMs)
  expect(await p.control.payPix(code!.id)).toMatchObject({ status: 'canceled' })
  await p.control.setRenewals(await p.customerOf(school), 'succeed')
  await p.passTo(school, 0.2)
  expect((await listPaid(school)).map(([, way]) => way)).toEqual(['card', 'card', 'pix'])
  await p.prove(school)
})

it('pays a renewal that the card did not by Pix, with no more tries of the card', async () => {
  const school = await p.w.makeSchool('Carência paga por Pix')
  await p.subscribe(school, 'middle')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.pass(school, 31.2)
  const { utc_grace_ends_on, utc_paid_until } = await p.stateOf(school)
  expect(utc_grace_ends_on).not.toBeNull()
  expect((await setPix(school)).body.subscription).toMatchObject({ pays_with: 'pix', utc_grace_ends_on })
  await p.control.setRenewals(await p.customerOf(school), null)
  await p.pass(school, 3)
  await p.payCode(school)
  const paid = await p.stateOf(school)
  expect(paid).toMatchObject({ plan: 'middle', pays_with: 'pix', utc_grace_ends_on: null })
  expect(new Date(paid.utc_paid_until!).getTime()).toBeGreaterThan(new Date(utc_paid_until!).getTime())
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('sells a greater plan for the rest of a month that was paid by Pix while the card waits', async () => {
  const school = await p.w.makeSchool('Subida antes do cartão')
  await p.subscribeByPix(school, 'middle')
  const card = await keepCard(school)
  await setCard(school, card)
  await p.pass(school, 10)
  const { change } = await previewPlan(school, 'super', p.later())
  expect(Number(change.now)).toBeGreaterThan(250)
  expect(Number(change.now)).toBeLessThan(280)
  const payer = makeAttended(school, school.admin, { roles: ['owner'], provenOn: p.later().now() })
  const upgrade = { paymentId: randomUUID(), item: 'super', paymentMethod: card.id, saveCard: false } as const
  await pay(payer, upgrade, p.later())
  await p.settle(school)
  await p.passTo(school, 0.01)
  expect(await p.pay(school, { item: 'middle', paymentMethod: card.id })).toMatchObject({ status: 200 })
  await p.pass(school, 0.2)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', next_plan_id: 'middle', utc_grace_ends_on: null })
  expect((await listPaid(school))[0]).toEqual(['super', 'card', 59_900, 0])
  await p.prove(school)
})

it.each(['the first', 'a later'])('sells no plan while a card is about to be charged for %s month', async (which) => {
  const school = await p.w.makeSchool('Hora da cobrança')
  if (which === 'the first') {
    await p.subscribeByPix(school, 'middle')
    await setCard(school, await keepCard(school))
  } else await p.subscribe(school, 'middle')
  await p.move(
    (new Date((await p.stateOf(school)).utc_paid_until!).getTime() - p.later().now().getTime()) / dayMs + 0.02,
  )
  const refusal = { code: 'plan_renewal_under_way' }
  await expect(previewPlan(school, 'super', p.later())).rejects.toMatchObject(refusal)
  const payer = makeAttended(school, school.admin, { roles: ['owner'] })
  const upgrade = { paymentId: randomUUID(), item: 'super', paymentMethod: await p.card(), saveCard: false } as const
  await expect(pay(payer, upgrade, p.later())).rejects.toMatchObject(refusal)
  await p.pass(school, 0.1)
  await pay(payer, upgrade, p.later())
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', plan_id: 'super' })
  expect((await listPaid(school)).map(([item, , , refunded]) => [item, refunded])).toEqual([
    ['super', 0],
    ['middle', 0],
    ['middle', 0],
  ])
  await p.prove(school)
})

it('sells a greater plan for the rest of this month and for a next one that was paid early', async () => {
  const school = await p.w.makeSchool('Subida depois do código')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -4)
  await p.payCode(school)
  const { change } = await previewPlan(school, 'super', p.later())
  expect(Number(change.now)).toBeGreaterThan(440)
  expect(Number(change.now)).toBeLessThan(470)
})

it('asks with a code, once the school wants it, for a month whose card the provider no longer has', async () => {
  const school = await p.w.makeSchool('Cartão que o provedor não tem')
  await p.subscribeByPix(school, 'middle')
  const card = await keepCard(school)
  expect((await setCard(school, card)).status).toBe(200)
  await school.tx((db) => db.updateTable('payment_methods').set({ stripe_id: 'pm_none' }).execute())
  await p.passTo(school, 0.1)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ pays_with: 'card', card: null, utc_grace_ends_on: expect.anything() })
  expect((await setPix(school)).status).toBe(200)
  await p.settle(school)
  expect((await p.mailsOf(school)).filter(({ kind }) => kind === 'plan_pix_code')).toHaveLength(1)
  await p.pass(school, 7)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
})

it('shows a code after tries that failed, each under a key of its own, and tells of it once', async () => {
  const school = await p.w.makeSchool('Código que falhou')
  await p.subscribeByPix(school, 'middle')
  const toCode = (new Date((await p.stateOf(school)).utc_paid_until!).getTime() - p.later().now().getTime()) / dayMs
  await p.move(toCode - 4)
  for (const how of ['error500', 'error500_after'] as const) {
    await p.control.failNext({ operation: 'POST /v1/payment_intents/:id/confirm', how, times: 2 })
    await expect(followSubscription(school, p.later())).rejects.toMatchObject({ code: 'payment_provider_away' })
    await p.move(0.01)
  }
  await p.settle(school)
  expect(await p.listCodes(school)).toHaveLength(1)
  expect((await p.mailsOf(school)).filter(({ kind }) => kind === 'plan_pix_code')).toHaveLength(1)
  await p.payCode(school)
  expect(await listPaid(school)).toHaveLength(2)
  await p.prove(school)
})

it('gives back an upgrade whose code was made before the grace of a month by Pix, and paid inside it', async () => {
  const school = await p.w.makeSchool('Subida na tolerância')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -0.02)
  const { id } = (await p.pay(school, { item: 'super', paymentMethod: 'pix' })).body.payment
  await p.passTo(school, 0.01)
  expect((await p.stateOf(school)).utc_grace_ends_on).not.toBeNull()
  const code = (await p.listCodes(school)).find(({ metadata }) => metadata.payment === id)!
  await p.control.payPix(code.id)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', plan_id: 'middle', next_plan_id: 'middle' })
  expect(await p.kindsOf(school)).toEqual(['refund', 'plan', 'plan'])
  await p.prove(school)
})
