import { randomUUID } from 'node:crypto'
import { dayMs, hourMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { runJob } from '../../testing/jobs.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { findEvent, insertEvent } from './events/events.queries.ts'
import { processPaymentEvent } from './events/events.service.ts'
import { pay } from './paying.service.ts'
import { findByKey } from './payments.queries.ts'
import { type PayingWorld, payingWorld } from './payments.testing.ts'
import { reconcilePayments } from './reconciliation.service.ts'
import { insertReturn, unwantedKey } from './returns/returns.queries.ts'
import { interrupt } from './sequences/interruption.testing.ts'

let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld()
})

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
const prove = (school: School) => reconcilePayments(school, p.tools)
const intentOf = async (school: School) =>
  (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!

it('says both sums when the provider gave back or lost what the ledger does not have', async () => {
  const school = await p.w.makeSchool('Prova do provedor')
  await p.pay(school, { paymentMethod: await p.card() })
  await prove(school)
  const charge = String((await intentOf(school)).latest_charge)
  const { id } = await p.control.refund(charge, 1000)
  await expect(prove(school)).rejects.toThrow('disagree: {"provider":1990,"ledger":2990}')
  await p.control.failRefund(id)
  await prove(school)
  const dispute = await p.control.dispute(charge)
  await prove(school)
  await p.control.closeDispute(dispute.id, 'lost')
  await expect(prove(school)).rejects.toThrow('disagree: {"provider":0,"ledger":2990}')
})

it('agrees where a payment is made between its readings of the provider and of the ledger', async () => {
  const school = await p.w.makeSchool('Prova ao lado de um pagamento')
  await p.pay(school, { paymentMethod: await p.card() })
  let asked = 0
  const provider: typeof p.provider = {
    ...p.provider,
    ask: async (work) => {
      const answer = await p.provider.ask(work)
      if (asked++ === 0) await p.pay(school, { paymentMethod: await p.card() })
      return answer
    },
  }
  await reconcilePayments(school, { ...p.tools, provider })
  expect(asked).toBeGreaterThan(1)
})

it('agrees where the plan changes between its readings of the plan', async () => {
  const school = await p.w.makeSchool('Prova ao lado de uma mudança de plano')
  await p.pay(school, { item: 'middle', paymentMethod: await p.card() })
  const changing = await openTransaction(p.w.databaseUrl, 'lock table schools in access exclusive mode')
  const proving = prove(school)
  await untilWaiting(p.w.databaseUrl)
  await changing.query(`insert into school_plans (school_id, number, plan_id, is_blocked, utc_from)
    select school_id, number + 1, 'super', is_blocked, utc_from from school_plans where school_id = ${school.id}`)
  for (const table of ['subscriptions where school_id', 'schools where id'])
    await changing.query(`update ${table.replace(' where', " set plan_id = 'super' where")} = ${school.id}`)
  await changing.commit()
  await proving
})

it('names a payment that is to go back by itself where its refund is not made for two days', async () => {
  const school = await p.w.makeSchool('Devolução que não anda')
  const { payment } = (await p.pay(school, { paymentMethod: await p.card() })).body
  const id = await school.tx(async (db) => {
    const row = (await findByKey(db, payment.id))!
    const asked = { payment_id: row.id, kind: 'refund', cents: '2990', state: 'asked', utc_asked_on: new Date() }
    await insertReturn(db, { ...asked, key: unwantedKey(row.id) })
    return row.id
  })
  const proveIn = (days: number) =>
    reconcilePayments(school, { ...p.tools, now: () => new Date(Date.now() + days * dayMs) })
  await proveIn(1)
  await expect(proveIn(3)).rejects.toThrow(`payments that did not go back: ${id}`)
})

it('makes no code of Pix for a payment that a try with a card has paid meanwhile', async () => {
  const school = await p.w.makeSchool('Duas novas tentativas')
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, paymentMethod: await p.card('4000000000000002') })
  const order = { paymentId, item: 'basic' as const, saveCard: false }
  const paymentMethod = await p.card()
  const attended = makeAttended(school, school.admin, { roles: ['owner'] })
  // The slow try has seen that the payment failed.
  const late = interrupt({ at: 0, isAfter: true, how: 'wait' }, async () => {
    await pay(attended, { ...order, paymentMethod }, p.tools)
  })
  const slow = { ...attended, tx: <T>(work: (db: SchoolDb) => Promise<T>) => late(() => school.tx(work)) }
  const { payment, bank } = await pay(slow, { ...order, paymentMethod: 'pix' }, p.tools)
  expect({ payment, bank }).toMatchObject({ payment: { status: 'succeeded', pix: null }, bank: { balance: '30.00' } })
  const intents = (await p.listIntents()).filter(({ metadata }) => metadata.payment === paymentId)
  expect(intents.map(({ status }) => status)).toEqual(['succeeded'])
  await prove(school)
})

it('names the events that no worker could process for a day', async () => {
  const event = {
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    livemode: false,
    type: 'charge.refunded',
    data: { object: { id: 'ch_none' } },
  }
  await p.send(event)
  await p.control.failNext({ operation: 'GET /v1/charges/:id', how: 'error500', times: 2 })
  await expect(processPaymentEvent(event.id, p.tools)).rejects.toThrow()
  const proveAt = (now: Date) =>
    runJob(p.w, undefined, jobs.proveEvents, {}, { now, own: { provider: p.tools.provider } })
  await proveAt(new Date())
  await expect(proveAt(new Date(Date.now() + 25 * hourMs))).rejects.toThrow(`${event.id} charge.refunded`)
  // An object that the provider no longer has is nothing to wait for.
  await processPaymentEvent(event.id, p.tools)
  await proveAt(new Date(Date.now() + 25 * hourMs))
})

it('waits for no event that an earlier release has stored and nothing is done for any more', async () => {
  const id = `evt_${randomUUID().replaceAll('-', '')}`
  const event = { event_id: id, type: 'mandate.updated', object_id: 'mandate_1', isHandled: true }
  await p.w.database.withPlatform((db) => insertEvent(db, event, new Date()))
  await processPaymentEvent(id, p.tools)
  expect(await p.w.database.withPlatform((db) => findEvent(db, id))).toMatchObject({
    utc_processed_on: expect.any(Date),
  })
})

it('processes an event of each kind about an object that the provider does not have', async () => {
  for (const type of [
    'payment_intent.succeeded',
    'charge.refunded',
    'refund.created',
    'charge.dispute.created',
    'invoice.paid',
    'customer.subscription.deleted',
  ]) {
    const id = `evt_${randomUUID().replaceAll('-', '')}`
    await p.send({ id, livemode: false, type, data: { object: { id: 'none' } } })
    await processPaymentEvent(id, p.tools)
  }
})
