import { randomUUID } from 'node:crypto'
import { fillPath } from '@escola/contract/call'
import { dayMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { packs } from '@escola/contract/prices'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import pg from 'pg'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createPaymentProvider } from '../../payments/payment-provider.ts'
import { neverStops } from '../../testing/jobs.ts'
import { killsProcesses } from '../../testing/killed-worker.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { setPlanCard } from '../subscriptions/plan-moves.service.ts'
import { type PlanWorld, planWorld } from '../subscriptions/plans.testing.ts'
import { followSubscription } from '../subscriptions/renewals.service.ts'
import { findSubscription } from '../subscriptions/subscriptions.queries.ts'
import { followPayments } from './following.service.ts'
import { type Api, killing } from './killing.testing.ts'
import { pay } from './paying.service.ts'
import { findById } from './payments.queries.ts'
import { followRefunds, refundPayment } from './returns/refunds.service.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})
beforeEach(() => p.beginAnew())

type School = PlanWorld['w']['northside']

const { breakOff } = killing(() => p)
const attend = (school: School) => makeAttended(school, school.admin, { roles: ['owner'], provenOn: new Date() })

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

/** Cases that differ in where the process dies. The random sequences die there too, so the suite takes the last case alone. */
const killedAt = <Case>(...cases: Case[]) => (killsProcesses ? cases : cases.slice(-1))

it.each(
  killedAt(
    ['POST /v1/customers', 'not_paid'] as const,
    ['POST /v1/payment_intents', 'not_paid'] as const,
    ['POST /v1/payment_intents/:id/confirm', 'paid'] as const,
  ),
)('is killed after the provider did %s: one charge, one credit', async (operation, outcome) => {
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
  await breakOff({
    operation,
    isDone: done[operation],
    post: ({ post }) => post(school.admin, fillPath(payments.pay.path, { schoolId: school.id }), body),
    act: (tools) => pay(attend(school), body, tools),
  })
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

it('is killed after the intent of a first month was made, and after it was paid: one plan, one charge', async () => {
  const school = await p.w.makeSchool('Queda no plano')
  const body = { paymentId: randomUUID(), item: 'middle' as const, paymentMethod: await p.card(), saveCard: true }
  const call = {
    post: ({ post }: Api) => post(school.admin, fillPath(payments.pay.path, { schoolId: school.id }), body),
    act: (tools: PlanWorld['tools']) => pay(attend(school), body, tools),
  }
  const isMade = async () => (await intentsOf(body.paymentId)).length > 0
  await breakOff({ operation: 'POST /v1/payment_intents', isDone: isMade, ...call })
  await school.tx((db) =>
    db
      .updateTable('payments')
      .set({ utc_tried_on: new Date(Date.now() - 120_000) })
      .execute(),
  )
  expect((await p.read(school, body.paymentId)).payment.status).toBe('failed')
  const isPaid = async () => (await intentsOf(body.paymentId)).some(({ status }) => status === 'succeeded')
  await breakOff({ operation: 'POST /v1/payment_intents/:id/confirm', isDone: isPaid, ...call })
  await followPayments(school, p.tools, neverStops)
  expect(await p.read(school, body.paymentId)).toMatchObject({
    resource: { plan_id: 'middle' },
    payment: { status: 'succeeded' },
  })
  expect((await intentsOf(body.paymentId)).filter(({ status }) => status === 'succeeded')).toHaveLength(1)
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
  const refund = { id, cents: 1000, reason: 'Engano' }
  const attended = attend(school)
  const actor = { ...attended.actor, userId: operator.userId, platformRole: 'admin' as const }
  await breakOff({
    operation: 'POST /v1/refunds',
    isDone: async () => (await refunded()) === 1,
    post: ({ post }) => post(operator, fillPath(payments.refund.path, { schoolId: school.id }), refund),
    act: (tools) => refundPayment({ ...attended, actor }, refund, tools),
  })
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
  const slow = pay(attend(school), order, impatient)
  const refused = expect(slow).rejects.toMatchObject({ code: 'payment_provider_away' })
  const confirmed = async () => (await intentsOf(order.paymentId)).some(({ status }) => status === 'succeeded')
  await expect.poll(confirmed).toBe(true)
  expect(await countOpenTransactions()).toBe(0)
  await refused
  expect((await p.pay(school, order)).body).toMatchObject({
    bank: { balance: '30.00' },
    payment: { status: 'succeeded' },
  })
  await p.prove(school)
})

/** Counts the charges of plans that the provider took, beside the pack of a card that is kept. */
async function countPlanCharges(school: School) {
  const customer = await p.customerOf(school)
  const { data } = await p.provider.ask(({ charges }) => charges.list({ customer, limit: 100 }))
  return data.filter(({ paid, amount }) => paid && amount !== packs.basic.price).length
}

it('is killed after the provider took the rest of a month in a greater plan: one charge, one plan', async () => {
  const school = await p.w.makeSchool('Queda na subida')
  await p.subscribe(school, 'middle')
  const body = { paymentId: randomUUID(), item: 'super' as const, paymentMethod: await p.card(), saveCard: false }
  await breakOff({
    operation: 'POST /v1/payment_intents/:id/confirm',
    isDone: async () => (await intentsOf(body.paymentId)).some(({ status }) => status === 'succeeded'),
    post: ({ post }) => post(school.admin, fillPath(payments.pay.path, { schoolId: school.id }), body),
    act: (tools) => pay(attend(school), body, tools),
  })
  await Promise.all([followPayments(school, p.tools, neverStops), p.read(school, body.paymentId), p.pay(school, body)])
  const paid = { resource: { plan_id: 'super' }, payment: { status: 'succeeded' } }
  expect(await p.read(school, body.paymentId)).toMatchObject(paid)
  expect(await countPlanCharges(school)).toBe(2)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', next_plan_id: 'super', utc_grace_ends_on: null })
  await p.prove(school)
})

it.each(killedAt('payer', 'event', 'job'))(
  'is killed after another card paid the renewal in the grace, which the %s finds first: one charge, one plan',
  async (finder) => {
    const school = await p.w.makeSchool(`Queda na carência ${finder}`)
    await p.subscribe(school, 'middle')
    await p.pay(school, { paymentMethod: await p.card('5555555555554444'), saveCard: true })
    const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
    const { dbId: id } = paymentMethods.find(({ last_4_digits }) => last_4_digits === '4444')!
    await p.control.setRenewals(await p.customerOf(school), 'fail')
    await p.passTo(school, 0.2)
    const { payment_id, utc_paid_until } = (await school.tx(findSubscription))!
    const { key } = (await school.tx((db) => findById(db, payment_id!)))!
    const isPaid = async () => (await intentsOf(key)).some(({ status }) => status === 'succeeded')
    expect(await isPaid()).toBe(false)
    await breakOff({
      operation: 'POST /v1/payment_intents/:id/confirm',
      isDone: isPaid,
      post: ({ post }) => post(school.admin, fillPath(subscriptions.setCard.path, { schoolId: school.id }), { id }),
      act: (tools) => setPlanCard(attend(school), id, tools),
    })
    expect((await school.tx(findSubscription))!.utc_grace_ends_on).not.toBeNull()
    const setCard = () => p.w.call(subscriptions.setCard, { as: school.admin, body: { id } })
    if (finder === 'job') await followSubscription(school, p.later())
    if (finder === 'event') await p.receive()
    // The page of the payer asks how it went.
    const { plan, utc_grace_ends_on } = await p.stateOf(school)
    expect({ plan, utc_grace_ends_on }).toEqual({ plan: 'middle', utc_grace_ends_on: null })
    // All of them come in the end, at once.
    await Promise.all([followSubscription(school, p.later()), p.receive(), setCard(), setCard()])
    const state = await p.stateOf(school)
    expect(state).toMatchObject({ plan: 'middle', card: { last_4_digits: '4444' }, utc_grace_ends_on: null })
    expect(new Date(state.utc_paid_until!).getTime()).toBeGreaterThan(utc_paid_until.getTime() + 27 * dayMs)
    expect(await countPlanCharges(school)).toBe(2)
    expect(await p.kindsOf(school)).toEqual(['plan', 'pack', 'plan'])
    await p.prove(school)
  },
)
