import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { processPaymentEvent } from '../payments/events/events.service.ts'
import { type PayingWorld, payingWorld } from '../payments/payments.testing.ts'
import { reconcilePayments } from '../payments/reconciliation.service.ts'
import { followRefunds } from '../payments/returns/refunds.service.ts'

let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld()
})

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
/** Receives all that the provider has sent, and gives back what is unwanted. */
async function settle(school: School) {
  for (const event of await p.provider.ask(({ events }) =>
    events.list({ limit: 100 }).autoPagingToArray({ limit: 2000 }),
  )) {
    await p.send(event)
    await processPaymentEvent(event.id, p.tools)
  }
  await followRefunds(school, p.tools, neverStops)
}
const planOf = async (school: School) => (await p.w.call(subscriptions.get, { as: school.admin })).body.resource.plan_id
const listPaid = async (school: School) =>
  (await p.w.call(payments.list, { as: school.admin })).body.payments.list
    .filter(({ status }) => status === 'succeeded')
    .map(({ item, cents, refunded_cents }) => [item, cents, refunded_cents])
const prove = async (school: School) => {
  await verifyLedger(school)
  // The provider's clock is ahead.
  await reconcilePayments(school, { ...p.tools, skewMs: 33 * dayMs })
}

it('gives up the first month of a plan that waits for the bank, and takes Pix after a card that was refused', async () => {
  const school = await p.w.makeSchool('Primeiro mês desistido')
  const asked = await p.pay(school, { item: 'middle', paymentMethod: await p.card('4000000000003220') })
  const params = { paymentId: asked.body.payment.id }
  for (let time = 0; time < 2; time++)
    expect(await p.w.call(payments.cancelPayment, { as: school.admin, params })).toMatchObject({
      status: 200,
      body: { payment: { status: 'canceled' } },
    })
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, item: 'middle', paymentMethod: await p.card('4000000000000002') })
  const { body } = await p.pay(school, { paymentId, item: 'middle', paymentMethod: 'pix' })
  expect(body.payment).toMatchObject({ status: 'requires_action', pix: { code: expect.any(String) } })
})

it('gives back a second first month that was begun at the same time', async () => {
  const school = await p.w.makeSchool('Duas assinaturas')
  const begin = async () => {
    const { body } = await p.pay(school, { item: 'middle', paymentMethod: await p.card('4000000000003220') })
    return body.payment.client_secret!.split('_secret')[0]!
  }
  for (const intent of [await begin(), await begin()]) await p.control.authenticate(intent)
  await settle(school)
  expect(await planOf(school)).toBe('middle')
  expect((await listPaid(school)).map(([, , refunded]) => refunded).sort()).toEqual([0, 19_900])
  await prove(school)
})

it('no longer says that a payment is being refunded once the bank refused the refund; the proof names it until it is refunded by hand', async () => {
  const school = await p.w.makeSchool('Devolução recusada')
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, item: 'middle', paymentMethod: 'pix' })
  await p.pay(school, { item: 'middle', paymentMethod: await p.card() })
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === paymentId)!
  await p.control.payPix(intent.id)
  await settle(school)
  const goesBack = async () => (await p.read(school, paymentId)).payment.goes_back
  expect(await goesBack()).toBe(true)
  await prove(school)
  const { data } = await p.provider.ask(({ refunds }) => refunds.list({ payment_intent: intent.id }))
  await p.control.failRefund(data[0]!.id)
  await settle(school)
  expect(await goesBack()).toBe(false)
  const { list } = (await p.w.call(payments.list, { as: school.admin })).body.payments
  const { id, cents } = list.find(({ way }) => way === 'pix')!
  await expect(prove(school)).rejects.toThrow(`payments that did not go back: ${id}`)
  const as = await p.w.makePlatformPerson()
  const body = { id, cents, reason: 'Devolução não concluída' }
  expect(await p.w.call(payments.refund, { as, params: { schoolId: school.id }, body })).toMatchObject({ status: 200 })
  expect(await goesBack()).toBe(true)
  await prove(school)
})

it('begins no plan by what was asked for another one', async () => {
  const school = await p.w.makeSchool('Plano barato')
  await p.pay(school, { item: 'middle', paymentMethod: await p.card() })
  const paymentId = randomUUID()
  const order = { paymentId, item: 'super' } as const
  await p.pay(school, { ...order, paymentMethod: await p.card('4000000000000002') })
  await school.tx((db) => db.deleteFrom('subscriptions').execute())
  const { error } = await p.pay(school, { ...order, paymentMethod: await p.card() })
  expect(error.code).toBe('payment_sum_changed')
  await settle(school)
  expect(await listPaid(school)).toEqual([['middle', 19_900, 0]])
  expect(await school.tx((db) => db.selectFrom('subscriptions').select('plan_id').execute())).toEqual([])
})
