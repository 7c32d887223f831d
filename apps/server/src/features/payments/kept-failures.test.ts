import { minuteMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { type PlanWorld, planWorld } from '../subscriptions/plans.testing.ts'
import { pay } from './paying.service.ts'
import { followRefunds } from './returns/refunds.service.ts'

const hour = 1 / 24

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})
beforeEach(() => p.beginAnew())

it('makes the customer of a school an hour after the provider failed, and keeps saying so', async () => {
  const school = await p.w.makeSchool('Cliente que falhou')
  const order = { item: 'basic', paymentMethod: 'pm_card_visa', saveCard: false } as const
  const buy = () =>
    pay(
      makeAttended(school, school.admin, { roles: ['owner'] }),
      { ...order, paymentId: crypto.randomUUID() },
      p.later(),
    )
  await p.control.failNext({ operation: 'POST /v1/customers', how: 'kept500' })
  await expect(buy()).rejects.toThrow(expect.objectContaining({ code: 'payment_provider_away' }))
  await p.move(hour)
  expect((await buy()).payment).toMatchObject({ status: 'succeeded' })
})

it.each([
  ['the intent', 'POST /v1/payment_intents'],
  ['the code', 'POST /v1/payment_intents/:id/confirm'],
])('says that the provider refuses %s of a Pix, and makes it when it is asked for again', async (_, operation) => {
  const school = await p.w.makeSchool(`Pix recusado: ${operation}`)
  const order = { paymentId: crypto.randomUUID(), item: 'basic', paymentMethod: 'pix' } as const
  await p.control.failNext({ operation, how: 'error400' })
  expect(await p.pay(school, order)).toMatchObject({ status: 409, error: { code: 'payment_refused' } })
  expect((await p.read(school, order.paymentId)).payment).toMatchObject({ status: 'failed' })
  expect((await p.pay(school, order)).body.payment).toMatchObject({ status: 'requires_action', pix: expect.anything() })
})

it('says that the provider refuses a charge for another reason than the card, which stays', async () => {
  const school = await p.w.makeSchool('Cobrança recusada')
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const [card] = (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
  const order = { paymentId: crypto.randomUUID(), item: 'basic', paymentMethod: card!.id } as const
  await p.control.failNext({ operation: 'POST /v1/payment_intents/:id/confirm', how: 'error400' })
  expect(await p.pay(school, order)).toMatchObject({ status: 409, error: { code: 'payment_refused' } })
  expect((await p.pay(school, order)).body.payment).toMatchObject({ status: 'succeeded' })
  await p.prove(school)
})

it('charges a month to the card an hour after the provider failed, and kept saying so', async () => {
  const school = await p.w.makeSchool('Mês que falhou')
  await p.subscribe(school, 'middle')
  await p.passTo(school, -0.1)
  await p.control.failNext({ operation: 'POST /v1/payment_intents', how: 'kept500' })
  await expect(p.pass(school, 0.11)).rejects.toMatchObject({ code: 'payment_provider_away' })
  await p.move(hour)
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it.each([
  ['failed', 'kept500', 1],
  ['made it, and did not answer', 'error500_after', 2],
] as const)('gives a part of a payment back once, an hour after the provider %s', async (name, how, times) => {
  const school = await p.w.makeSchool(`Devolução: ${name}`)
  await p.pay(school, { paymentMethod: await p.card() })
  const [paid] = (await p.w.call(payments.list, { as: school.admin })).body.payments.list
  await p.control.failNext({ operation: 'POST /v1/refunds', how, times })
  const as = await p.w.makePlatformPerson()
  const body = { id: paid!.id, cents: 1000, reason: 'Metade de volta' }
  const refund = () => p.w.call(payments.refund, { as, params: { schoolId: school.id }, body })
  expect(await refund()).toMatchObject({ error: { code: 'payment_provider_away' } })
  await p.move(hour)
  for (let time = 0; time < 2; time++) await p.settle(school)
  const { data } = await p.provider.ask(({ refunds }) => refunds.list({ limit: 100 }))
  expect(data.filter(({ metadata }) => metadata?.school === school.id).map(({ amount }) => amount)).toEqual([1000])
  const [returned] = (await p.w.call(payments.list, { as: school.admin })).body.payments.list
  expect(returned).toMatchObject({ refunded_cents: 1000 })
  await p.prove(school)
})

it('asks for no refund in the last minute of a key, because its call could go on under the next one', async () => {
  const school = await p.w.makeSchool('Devolução na virada')
  await p.pay(school, { paymentMethod: await p.card() })
  const [paid] = (await p.w.call(payments.list, { as: school.admin })).body.payments.list
  await p.control.failNext({ operation: 'POST /v1/refunds', how: 'error500', times: 2 })
  const as = await p.w.makePlatformPerson()
  const body = { id: paid!.id, cents: 1000, reason: 'Metade de volta' }
  await p.w.call(payments.refund, { as, params: { schoolId: school.id }, body })
  const { utc_asked_on } = await school.tx((db) =>
    db.selectFrom('payment_returns').select('utc_asked_on').executeTakeFirstOrThrow(),
  )
  const followAt = (minutes: number) => {
    const now = () => new Date(utc_asked_on.getTime() + minutes * minuteMs)
    return followRefunds(school, { ...p.tools, now }, neverStops)
  }
  const refunded = async () =>
    (await p.w.call(payments.list, { as: school.admin })).body.payments.list.map(({ refunded_cents }) => refunded_cents)
  await followAt(29.5)
  expect(await refunded()).toEqual([0])
  await followAt(30)
  expect(await refunded()).toEqual([1000])
})

it('begins no refund under a key that ends while it reads what the provider has made', async () => {
  const school = await p.w.makeSchool('Leitura na virada')
  await p.pay(school, { paymentMethod: await p.card() })
  const [paid] = (await p.w.call(payments.list, { as: school.admin })).body.payments.list
  await p.control.failNext({ operation: 'POST /v1/refunds', how: 'error500', times: 2 })
  const as = await p.w.makePlatformPerson()
  await p.w.call(payments.refund, {
    as,
    params: { schoolId: school.id },
    body: { id: paid!.id, cents: 1000, reason: 'Metade de volta' },
  })
  const row = await school.tx((db) => db.selectFrom('payment_returns').selectAll().executeTakeFirstOrThrow())
  // The key of the first hour ends at ninety minutes; the clock is there before the refund is made.
  const minutes = [88, 88, 88, 89.5]
  const now = () => new Date(row.utc_asked_on.getTime() + (minutes.shift() ?? 89.5) * minuteMs)
  const follow = followRefunds(school, { ...p.tools, now }, neverStops)
  await expect(follow).rejects.toMatchObject({ code: 'payment_provider_away' })
  const { data } = await p.provider.ask(({ refunds }) => refunds.list({ limit: 100 }))
  expect(data.filter(({ metadata }) => metadata?.school === school.id)).toEqual([])
})
