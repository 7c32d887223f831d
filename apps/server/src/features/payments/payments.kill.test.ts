import { randomUUID } from 'node:crypto'
import { fillPath } from '@escola/contract/call'
import { dayMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { packs, plans } from '@escola/contract/prices'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { createPaymentProvider } from '../../payments/payment-provider.ts'
import { neverStops } from '../../testing/jobs.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { followPayments } from './following.service.ts'
import { type Api, killing } from './killing.testing.ts'
import { pay } from './paying.service.ts'
import { followRefunds } from './returns/refunds.service.ts'
import { type PlanWorld, planWorld } from './subscriptions/plans.testing.ts'
import { followSubscription } from './subscriptions/renewals.service.ts'
import { findSubscription } from './subscriptions/subscriptions.queries.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})

type School = PlanWorld['w']['northside']

const { killAfter, killWorkerAfter } = killing(() => p)

async function countOpenTransactions(): Promise<number> {
  const client = new pg.Client({ connectionString: p.w.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  await client.end()
  return rows[0]!.open
}

const intentsOf = async (paymentId: string) =>
  (await p.listIntents()).filter(({ metadata }) => metadata.payment === paymentId)

it.each([
  ['POST /v1/customers', 'not_paid'],
  ['POST /v1/payment_intents', 'not_paid'],
  ['POST /v1/payment_intents/:id/confirm', 'paid'],
] as const)('is killed after the provider did %s: one charge, one credit', async (operation, outcome) => {
  const school = await p.w.makeSchool(`Queda ${operation}`)
  const body = { paymentId: randomUUID(), item: 'basic' as const, paymentMethod: await p.card(), saveCard: false }
  const hasCustomer = async () =>
    (await p.provider.ask(({ customers }) => customers.list({ limit: 100 }))).data.some(
      ({ metadata }) => metadata.school === school.id,
    )
  const done = {
    'POST /v1/customers': hasCustomer,
    'POST /v1/payment_intents': async () => (await intentsOf(body.paymentId)).length > 0,
    'POST /v1/payment_intents/:id/confirm': async () =>
      (await intentsOf(body.paymentId)).some(({ status }) => status === 'succeeded'),
  }
  await killAfter(
    [operation],
    [({ post }) => post(school.admin, fillPath(payments.pay.path, { schoolId: school.id }), body)],
    done[operation],
  )
  if (outcome === 'paid') {
    // The job finds it, and so does the page of the payer, at once.
    await Promise.all([
      followPayments(school, p.tools, neverStops),
      p.read(school, body.paymentId),
      p.read(school, body.paymentId),
    ])
  }
  const read = await p.w.call(payments.payment, { as: school.admin, params: { paymentId: body.paymentId } })
  if (outcome === 'paid') expect(read.body).toMatchObject({ bank: { balance: '30.00', points: 30 } })
  else expect(read.body.payment?.status ?? 'none').not.toBe('succeeded')
  // The time within which the killed call could still go on is over.
  await school.tx((db) =>
    db
      .updateTable('payments')
      .set({ utc_tried_on: new Date(Date.now() - 120_000) })
      .execute(),
  )
  if (outcome === 'not_paid') {
    await followPayments(school, p.tools, neverStops)
    expect((await p.pay(school, body)).body).toMatchObject({ payment: { status: 'succeeded' } })
  }
  expect(await p.pay(school, body)).toMatchObject({
    status: 200,
    body: { bank: { balance: '30.00', points: 30 }, payment: { status: 'succeeded' } },
  })
  const paid = (await intentsOf(body.paymentId)).filter(({ status }) => status === 'succeeded')
  expect(paid).toHaveLength(1)
  await p.prove(school)
})

it('is killed after the provider began a subscription, and after its first month was paid: one plan, one charge', async () => {
  const school = await p.w.makeSchool('Queda no plano')
  const body = { paymentId: randomUUID(), item: 'middle' as const, paymentMethod: await p.card(), saveCard: true }
  const listOf = async () => {
    const { data } = await p.provider.ask(({ subscriptions }) => subscriptions.list({ status: 'all', limit: 100 }))
    return data.filter(({ metadata }) => metadata.payment === body.paymentId)
  }
  const call = ({ post }: Api) => post(school.admin, fillPath(payments.pay.path, { schoolId: school.id }), body)
  await killAfter(['POST /v1/subscriptions'], [call], async () => (await listOf()).length > 0)
  await school.tx((db) =>
    db
      .updateTable('payments')
      .set({ utc_tried_on: new Date(Date.now() - 120_000) })
      .execute(),
  )
  expect((await p.read(school, body.paymentId)).payment.status).toBe('failed')
  const isPaid = async () => (await listOf()).some(({ status }) => status === 'active')
  await killAfter(['POST /v1/payment_intents/:id/confirm'], [call], isPaid)
  await followPayments(school, p.tools, neverStops)
  expect(await p.read(school, body.paymentId)).toMatchObject({
    resource: { plan_id: 'middle' },
    payment: { status: 'succeeded' },
  })
  expect((await listOf()).filter(({ status }) => status === 'active')).toHaveLength(1)
  await p.prove(school)
})

it('is killed after the provider has refunded: the money goes back once', async () => {
  const school = await p.w.makeSchool('Queda na devolução')
  await p.pay(school, { paymentMethod: await p.card() })
  const { id } = (await p.w.call(payments.list, { as: school.admin })).body.payments.list[0]!
  const operator = await p.w.makePlatformPerson()
  const [intent] = (await p.listIntents()).filter(({ metadata }) => metadata.school === school.id)
  const refunded = async () =>
    (await p.provider.ask(({ refunds }) => refunds.list({ payment_intent: intent!.id }))).data.length
  await killAfter(
    ['POST /v1/refunds'],
    [
      ({ post }) =>
        post(operator, fillPath(payments.refund.path, { schoolId: school.id }), { id, cents: 1000, reason: 'Engano' }),
    ],
    async () => (await refunded()) === 1,
  )
  for (let time = 0; time < 2; time++) await followRefunds(school, p.tools, neverStops)
  expect(await refunded()).toBe(1)
  const row = (await p.w.call(payments.list, { as: school.admin })).body.payments.list[0]!
  expect(row.refunded_cents).toBe(1000)
  await p.prove(school)
})

it('says that the provider is away when it hangs, holds no connection meanwhile, and charges once in the end', async () => {
  const school = await p.w.makeSchool('Provedor lento')
  const impatient = { ...p.tools, provider: createPaymentProvider(p.w.config.stripe, { timeoutMs: 4000, retries: 0 }) }
  const order = { paymentId: randomUUID(), item: 'basic' as const, paymentMethod: await p.card(), saveCard: false }
  await p.control.failNext({ operation: 'POST /v1/payment_intents/:id/confirm', how: 'hang_after' })
  const attended = makeAttended(school, school.admin, { isAdmin: true })
  const slow = pay(attended, order, impatient)
  const refused = expect(slow).rejects.toMatchObject({ code: 'payment_provider_away' })
  const confirmed = async () => (await intentsOf(order.paymentId)).some(({ status }) => status === 'succeeded')
  await expect.poll(confirmed, { interval: 5 }).toBe(true)
  expect(await countOpenTransactions()).toBe(0)
  await refused
  expect((await p.pay(school, order)).body).toMatchObject({
    bank: { balance: '30.00' },
    payment: { status: 'succeeded' },
  })
  await p.prove(school)
})

async function listSubscriptions(school: School) {
  const customer = await p.customerOf(school)
  return (await p.provider.ask((stripe) => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))).data
}
/** Counts the charges of plans that the provider took, beside the pack of a card that is kept. */
async function countPlanCharges(school: School) {
  const customer = await p.customerOf(school)
  const { data } = await p.provider.ask(({ charges }) => charges.list({ customer, limit: 100 }))
  return data.filter(({ paid, amount }) => paid && amount !== packs.basic.price).length
}

it('is killed after the provider took the rest of a month in a greater plan, and after it was told its price: one charge, one plan', async () => {
  const school = await p.w.makeSchool('Queda na subida')
  await p.subscribe(school, 'middle')
  const body = { paymentId: randomUUID(), item: 'super' as const, paymentMethod: await p.card(), saveCard: false }
  await killAfter(
    ['POST /v1/payment_intents/:id/confirm'],
    [({ post }) => post(school.admin, fillPath(payments.pay.path, { schoolId: school.id }), body)],
    async () => (await intentsOf(body.paymentId)).some(({ status }) => status === 'succeeded'),
  )
  await Promise.all([followPayments(school, p.tools, neverStops), p.read(school, body.paymentId), p.pay(school, body)])
  const paid = { resource: { plan_id: 'super' }, payment: { status: 'succeeded' } }
  expect(await p.read(school, body.paymentId)).toMatchObject(paid)
  // A job says what the months to come cost.
  const isPriceKnown = async () => {
    const [subscription] = await listSubscriptions(school)
    return subscription!.items.data[0]!.price.unit_amount === plans.super.eachMonth
  }
  expect(await isPriceKnown()).toBe(false)
  await killWorkerAfter(['POST /v1/subscriptions/:id'], isPriceKnown)
  for (let time = 0; time < 2; time++) await followSubscription(school, p.tools)
  expect(await isPriceKnown()).toBe(true)
  expect(await listSubscriptions(school)).toMatchObject([{ status: 'active' }])
  expect(await countPlanCharges(school)).toBe(2)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', next_plan_id: 'super', utc_grace_ends_on: null })
  await p.prove(school)
})

it.each(['job', 'payer', 'event'])(
  'is killed after another card paid the renewal in the grace, which the %s finds first: one charge, one plan',
  async (finder) => {
    const school = await p.w.makeSchool(`Queda na carência ${finder}`)
    await p.subscribe(school, 'middle')
    await p.pay(school, { paymentMethod: await p.card('5555555555554444'), saveCard: true })
    const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
    const { dbId: id } = paymentMethods.find(({ last_4_digits }) => last_4_digits === '4444')!
    await p.control.setRenewals(await p.customerOf(school), 'fail')
    await p.passTo(school, 0.2)
    const { invoice_id, utc_paid_until } = (await school.tx(findSubscription))!
    const isPaid = async () =>
      (await p.provider.ask(({ invoices }) => invoices.retrieve(invoice_id!))).status === 'paid'
    expect(await isPaid()).toBe(false)
    await killAfter(
      ['POST /v1/invoices/:id/pay'],
      [({ post }) => post(school.admin, fillPath(subscriptions.setCard.path, { schoolId: school.id }), { id })],
      isPaid,
    )
    expect((await p.stateOf(school)).utc_grace_ends_on).not.toBeNull()
    const setCard = () => p.w.call(subscriptions.setCard, { as: school.admin, body: { id } })
    if (finder === 'job') await followSubscription(school, p.later())
    if (finder === 'event') await p.receive()
    if (finder === 'payer') expect((await setCard()).status).toBe(200)
    const { plan, utc_grace_ends_on } = await p.stateOf(school)
    expect({ plan, utc_grace_ends_on }).toEqual({ plan: 'middle', utc_grace_ends_on: null })
    // All of them come in the end, at once.
    await Promise.all([followSubscription(school, p.later()), p.receive(), setCard(), setCard()])
    const state = await p.stateOf(school)
    expect(state).toMatchObject({ plan: 'middle', card: { last_4_digits: '4444' }, utc_grace_ends_on: null })
    expect(new Date(state.utc_paid_until!).getTime()).toBeGreaterThan(utc_paid_until.getTime() + 27 * dayMs)
    expect(await listSubscriptions(school)).toMatchObject([{ status: 'active' }])
    expect(await countPlanCharges(school)).toBe(2)
    expect(await p.kindsOf(school)).toEqual(['plan', 'pack', 'plan'])
    await p.prove(school)
  },
)
