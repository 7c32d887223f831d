import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { ledger, movementText } from '@escola/contract/ledger.contract'
import { platform } from '@escola/contract/platform.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { setPlanPix } from './plan-moves.service.ts'
import { leastMonthMs, type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription, updateSubscription } from './subscriptions.queries.ts'
import {
  cancelSubscription,
  keepSubscription,
  previewPlan,
  readSubscription,
  stepDown,
} from './subscriptions.service.ts'

let p: PlanWorld
let operator: { token: string; userId: string }
beforeAll(async () => {
  p = await planWorld()
  operator = await p.w.makePlatformPerson()
})
beforeEach(() => p.beginAnew())

type School = PlanWorld['w']['northside']
const reason = 'Pago por transferência'
const mark = (school: School, body = { reason }, key: string = randomUUID()) =>
  p.w.call(subscriptions.markPaid, {
    as: operator,
    params: { schoolId: school.id },
    body,
    headers: { 'idempotency-key': key },
  })
const rowOf = async (school: School) => (await school.tx(findSubscription))!
const statementOf = async (school: School) =>
  (await p.w.call(ledger.statement, { as: school.admin })).body.movements.list

/** A school whose code of the second month was not paid. */
async function unpaidByPix(name: string) {
  const school = await p.w.makeSchool(name)
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -4)
  await p.passTo(school, 1)
  expect((await p.stateOf(school)).view).toBe('unpaid')
  return school
}

it('counts a month that no code has paid, once for a call and its repetition, and shows the school name and reason', async () => {
  const school = await unpaidByPix('Mês por transferência')
  const { utc_paid_until: before } = await rowOf(school)
  const key = randomUUID()
  // Both calls have found the month unpaid before either gives it.
  const hold = 'select from subscriptions where school_id = $1 for update'
  const held = await openTransaction(p.w.databaseUrl, hold, [school.id])
  const calls = Promise.all([mark(school, { reason }, key), mark(school, { reason }, key)])
  await untilWaiting(p.w.databaseUrl, 2)
  await held.commit()
  const [first, second] = await calls
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.body.bank).toEqual({ balance: '0.00', points: 0 })
  expect((await mark(school, { reason }, key)).status).toBe(200)
  const row = await rowOf(school)
  expect(row).toMatchObject({ plan_id: 'middle', pays_with: 'pix', utc_grace_ends_on: null, payment_id: null })
  expect(row.utc_paid_until.getTime() - before.getTime()).toBeGreaterThanOrEqual(leastMonthMs)

  expect(await p.kindsOf(school)).toEqual(['plan_marked', 'plan'])
  const [marked] = await statementOf(school)
  expect(movementText(marked!)).toBe('Mês do plano Middle marcado como pago: R$ 199,00')
  expect(marked).toMatchObject({ reason, booked_by: 'Vera Plataforma', cents: 0, balance_after: 0 })
  const { visits } = (await p.w.call(platform.auditLog, { as: school.admin, query: {} })).body
  expect(visits.list[0]!.changes.map(({ route }) => route)).toContain('subscriptions.markPaid')

  expect(await mark(school, { reason: 'Outro motivo' }, key)).toMatchObject({
    status: 409,
    error: { code: 'key_used' },
  })
  expect(await mark(school)).toMatchObject({ status: 409, error: { code: 'plan_nothing_unpaid' } })
  expect(await p.listCodes(school)).toEqual([])
  await p.settle(school)
  await p.prove(school)
  // The next month is asked for as before.
  await p.passTo(school, -4)
  await p.payCode(school)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan_marked', 'plan'])
})

it('marks nothing where the code was paid meanwhile, whose payment counts', async () => {
  const school = await unpaidByPix('Pago no mesmo instante')
  const [code] = await p.listCodes(school)
  await p.control.payPix(code!.id)
  expect(await mark(school)).toMatchObject({ status: 409, error: { code: 'plan_nothing_unpaid' } })
  expect((await rowOf(school)).utc_grace_ends_on).toBeNull()
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('cancels a card payment of the month that waits for its bank, which then pays nothing', async () => {
  const school = await unpaidByPix('Cartão à espera do banco')
  await school.tx((db) => updateSubscription(db, { utc_paid_until: new Date(Date.now() - 1000) }))
  const { body } = await p.pay(school, { item: 'middle', paymentMethod: await p.card('4000000000003220') })
  expect(body.payment.status).toBe('requires_action')
  expect((await mark(school)).status).toBe(200)
  expect((await p.read(school, body.payment.id)).payment.status).toBe('canceled')
  expect((await p.listIntents()).filter(({ status }) => status.startsWith('requires_'))).toEqual([])
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['plan_marked', 'plan'])
})

it('cancels the code of the month whose last try failed', async () => {
  const school = await unpaidByPix('Código que falhou')
  const { payment_id } = await rowOf(school)
  await school.tx((db) => db.updateTable('payments').set({ status: 'failed' }).where('id', '=', payment_id!).execute())
  expect((await mark(school)).status).toBe(200)
  expect(await p.listCodes(school)).toEqual([])
})

it('cancels what the card was asked for, and leaves the next month to the card', async () => {
  const school = await p.w.makeSchool('Cartão recusado e mês marcado')
  await p.subscribe(school, 'middle')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.pass(school, 31.2)
  const { payment_id, utc_paid_until: before } = await rowOf(school)
  expect((await mark(school)).body.subscription).toMatchObject({ view: 'renews', pays_with: 'card' })
  const asked = await school.tx((db) =>
    db
      .selectFrom('payments')
      .where('id', '=', payment_id!)
      .select(['purpose', 'status', 'intent_id'])
      .executeTakeFirst(),
  )
  expect(asked).toMatchObject({ purpose: 'renewal', status: 'canceled' })
  expect((await p.provider.ask((stripe) => stripe.paymentIntents.retrieve(asked!.intent_id!))).status).toBe('canceled')
  const { utc_paid_until } = await rowOf(school)
  expect(utc_paid_until.getTime() - before.getTime()).toBeGreaterThanOrEqual(leastMonthMs)
  await p.control.setRenewals(await p.customerOf(school), null)
  await p.passTo(school, 0.2)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan_marked', 'plan'])
  expect((await rowOf(school)).utc_paid_until.getTime()).toBeGreaterThan(utc_paid_until.getTime())
  await p.prove(school)
})

it.each(['card', 'pix'])('begins the smaller plan whose month by %s is marked', async (way) => {
  const school = await p.w.makeSchool(`Plano menor marcado ${way}`)
  await (way === 'card' ? p.subscribe : p.subscribeByPix)(school, 'super')
  await p.pay(school, { item: 'middle', paymentMethod: 'pix' })
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.pass(school, 31.2)
  expect((await p.stateOf(school)).view).toBe(way === 'card' ? 'unpaid_other' : 'unpaid_shrinks')
  expect((await mark(school)).body).toMatchObject({
    resource: { plan_id: 'middle' },
    subscription: { view: 'renews', plan_id: 'middle' },
  })
  expect(movementText((await statementOf(school))[0]!)).toMatch(/^Mês do plano Middle/)
})

it('is refused to schools, without a reason, and where no month waits', async () => {
  const school = await p.w.makeSchool('Nada em aberto')
  const nothing = { status: 409, error: { code: 'plan_nothing_unpaid' } }
  expect(await mark(school)).toMatchObject(nothing)
  await p.subscribe(school, 'middle')
  expect(await mark(school)).toMatchObject(nothing)
  expect(await mark(school, { reason: ' a ' })).toMatchObject({ status: 400, error: { code: 'invalid_request' } })
  const own = await p.w.call(subscriptions.markPaid, { as: school.admin, body: { reason } })
  expect(own).toMatchObject({ status: 403, error: { code: 'platform_only' } })
  expect(await p.kindsOf(school)).toEqual(['plan'])
})

it('keeps, cancels, moves, upgrades and marks nothing while the card is being charged', async () => {
  const school = await p.w.makeSchool('Cobrança em andamento')
  await p.subscribe(school, 'super')
  const { utc_paid_until } = await rowOf(school)
  await p.move((utc_paid_until.getTime() - Date.now()) / dayMs + 0.01)
  const tools = p.later()
  expect((await readSubscription(school, tools)).subscription).toMatchObject({ view: 'charging' })
  const order = { paymentId: randomUUID(), item: 'middle' } as const
  const acts = [
    () => keepSubscription(school, tools),
    () => cancelSubscription(school, tools),
    () => stepDown(school, order, tools),
    () => previewPlan(school, 'onDemand', tools),
    () => previewPlan(school, 'middle', tools),
    () => setPlanPix(school, tools),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'plan_renewal_under_way' })
  await school.tx((db) => updateSubscription(db, { utc_paid_until: new Date(Date.now() - 1000) }))
  expect(await mark(school)).toMatchObject({ status: 409, error: { code: 'plan_renewal_under_way' } })
  expect(await rowOf(school)).toMatchObject({ plan_id: 'super', next_plan_id: 'super', pays_with: 'card' })
})
