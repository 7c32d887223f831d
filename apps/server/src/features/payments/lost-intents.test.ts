import { dayMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { type PlanWorld, planWorld } from '../subscriptions/plans.testing.ts'
import { followSubscription } from '../subscriptions/renewals.service.ts'
import { followPayments } from './following.service.ts'
import { reconcilePayments } from './reconciliation.service.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})
beforeEach(() => p.beginAnew())

type School = PlanWorld['w']['northside']

/** Has the provider know nothing of the school's payments that wait. */
const loseIntents = (school: School) =>
  school.tx((db) =>
    db
      .updateTable('payments')
      .set({ intent_id: `pi_none_${school.id}` })
      .where('status', '=', 'requires_action')
      .execute(),
  )
const statusesOf = async (school: School) =>
  (await p.w.call(payments.list, { as: school.admin })).body.payments.list.map(({ status }) => status)
const prove = (school: School) => reconcilePayments(school, p.later())

it('ends a plan whose code the provider has lost for good, and the proof names it for a week', async () => {
  const school = await p.w.makeSchool('Código perdido')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, 1)
  await loseIntents(school)
  await p.pass(school, 6.1)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await statusesOf(school)).toEqual(['canceled', 'succeeded'])
  await expect(prove(school)).rejects.toThrow(`pi_none_${school.id}`)
  await p.move(7.1)
  await prove(school)
})

it('makes another code in the place of one that the provider has lost', async () => {
  const school = await p.w.makeSchool('Outro código')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -4)
  await loseIntents(school)
  const { status, body } = await p.w.call(subscriptions.get, { as: school.admin })
  expect([status, body.subscription?.pix]).toEqual([200, null])
  await p.settle(school)
  expect((await p.stateOf(school)).pix).not.toBeNull()
  const customer = await p.customerOf(school)
  const codes = (await p.listIntents()).filter((intent) => intent.customer === customer)
  await p.control.payPix(codes[0]!.id)
  await p.settle(school)
  expect(await statusesOf(school)).toEqual(['succeeded', 'canceled', 'succeeded'])
})

it('makes another code at once where the intent of a try that broke off is lost', async () => {
  const school = await p.w.makeSchool('Tentativa perdida')
  await p.subscribeByPix(school, 'middle')
  const { utc_paid_until } = await p.stateOf(school)
  await p.move((new Date(utc_paid_until!).getTime() - p.later().now().getTime()) / dayMs - 4)
  await p.control.failNext({ operation: 'POST /v1/payment_intents/:id/confirm', how: 'error500', times: 2 })
  await expect(followSubscription(school, p.later())).rejects.toMatchObject({ code: 'payment_provider_away' })
  await school.tx((db) =>
    db.updateTable('payments').set({ intent_id: 'pi_none' }).where('status', '=', 'processing').execute(),
  )
  await followSubscription(school, p.later())
  await p.payCode(school)
  expect(await statusesOf(school)).toEqual(['succeeded', 'canceled', 'succeeded'])
})

it('ends a plan whose open invoice the provider has lost', async () => {
  const school = await p.w.makeSchool('Fatura perdida')
  await p.subscribe(school, 'middle')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.pass(school, 31.2)
  await school.tx((db) => db.updateTable('subscriptions').set({ invoice_id: 'in_none' }).execute())
  await p.pass(school, 7)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
})

it('gives up a pack whose intent is lost, and lets it be paid again', async () => {
  const school = await p.w.makeSchool('Pacote perdido')
  const { id } = (await p.pay(school, { paymentMethod: 'pix' })).body.payment
  await loseIntents(school)
  await followPayments(school, p.tools, neverStops)
  expect((await p.read(school, id)).payment.status).toBe('canceled')
  expect((await p.pay(school, { paymentMethod: await p.card() })).body).toMatchObject({ bank: { balance: '30.00' } })
})
