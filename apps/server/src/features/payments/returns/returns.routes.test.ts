import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { ledger } from '@escola/contract/ledger.contract'
import { payments } from '@escola/contract/payments.contract'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../../testing/jobs.ts'
import { verifyLedger } from '../../ledger/ledger-proof.service.ts'
import { processPaymentEvent } from '../events/events.service.ts'
import { type PayingWorld, payingWorld } from '../payments.testing.ts'
import { reconcilePayments } from '../reconciliation.service.ts'
import { followRefunds } from './refunds.service.ts'
import { insertReturn, unwantedKey } from './returns.queries.ts'

let p: PayingWorld
let operator: { token: string }
beforeAll(async () => {
  p = await payingWorld()
  operator = await p.w.makePlatformPerson()
})

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
const reason = 'Cobrança por engano'

async function buy(school: School, number?: string) {
  await p.pay(school, { paymentMethod: await p.card(number) })
  const { body } = await p.w.call(payments.list, { as: school.admin })
  return body.payments.list[0]!
}
const refund = (school: School, body: { id: string; cents: number; reason?: string }, key?: string) =>
  p.w.call(payments.refund, {
    as: operator,
    params: { schoolId: school.id },
    body: { reason, ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const swap = (school: School, pointsToRemove: 100) =>
  p.w.call(ledger.swapPoints, { as: school.admin, body: { pointsToRemove } })
const rowOf = async (school: School) => (await p.w.call(payments.list, { as: school.admin })).body.payments.list[0]!
const prove = async (school: School) => {
  await verifyLedger(school)
  await reconcilePayments(school, p.tools)
}
/** Receives all events of a type that the provider has sent, in any order and twice. */
async function receiveAll(...types: string[]) {
  for (const type of types)
    for (const event of (await p.listEvents(type)).reverse()) {
      await p.send(event)
      await processPaymentEvent(event.id, p.tools)
    }
}

it('gives a payment back in parts, with points and what was given on top in proportion', async () => {
  const school = await p.w.makeSchool('Em partes')
  const { id } = await buy(school)
  expect((await refund(school, { id, cents: 1000 })).body.bank).toEqual({ balance: '19.97', points: 20 })
  expect((await refund(school, { id, cents: 1000 })).body.bank).toEqual({ balance: '9.93', points: 10 })
  expect(await refund(school, { id, cents: 991 })).toMatchObject({
    status: 400,
    error: { fields: { cents: expect.stringMatching(/ainda não foi devolvido/) } },
  })
  expect((await refund(school, { id, cents: 990 })).body.bank).toEqual({ balance: '0.00', points: 0 })
  expect(await refund(school, { id, cents: 1 })).toMatchObject({ error: { code: 'payment_not_refundable' } })
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 2990, is_refundable: false })
  const { body } = await p.w.call(ledger.statement, { as: school.admin })
  expect(body.movements.list[0]).toMatchObject({
    kind: 'refund',
    item: 'basic',
    reason,
    booked_by: 'Vera Plataforma',
    cents: -993,
    points: -10,
  })
  await prove(school)
})

it('takes money in the place of points that are swapped already, below zero if it must', async () => {
  const school = await p.w.makeSchool('Pontos trocados')
  await p.pay(school, { item: 'turbo', paymentMethod: await p.card() })
  expect((await swap(school, 100)).body.bank).toEqual({ balance: '151.00', points: 50 })
  const { id } = await rowOf(school)
  expect((await refund(school, { id, cents: 14_900 })).body.bank).toEqual({ balance: '-1.50', points: 0 })
  await prove(school)
})

it('gives back once for one key, and for the same sum while the provider is silent', async () => {
  const school = await p.w.makeSchool('Devolver uma vez')
  const { id } = await buy(school)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => refund(school, { id, cents: 500 }, key)))
  expect(await refund(school, { id, cents: 600 }, key)).toMatchObject({ status: 409, error: { code: 'key_used' } })
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 500 })
  await p.control.failNext({ operation: 'POST /v1/refunds', how: 'drop_after', times: 2 })
  expect((await refund(school, { id, cents: 700 })).error.code).toBe('payment_provider_away')
  expect(await refund(school, { id, cents: 700 })).toMatchObject({ status: 200 })
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 1200 })
  await prove(school)
})

it('ends a refund that the provider refuses, and asks for it anew under the same key', async () => {
  const school = await p.w.makeSchool('Conta sem dinheiro')
  const { id } = await buy(school)
  const key = randomUUID()
  await p.control.failNext({ operation: 'POST /v1/refunds', how: 'error400', times: 2 })
  for (let time = 0; time < 2; time++)
    expect(await refund(school, { id, cents: 2000 }, key)).toMatchObject({
      status: 409,
      error: { code: 'refund_refused' },
    })
  // An operator gives half of it back at the provider, and nothing that was refused follows.
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  await p.control.refund(String(intent.latest_charge), 1000)
  await receiveAll('refund.created')
  await followRefunds(school, p.tools, neverStops)
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 1000 })
  expect(await refund(school, { id, cents: 2000 }, key)).toMatchObject({ status: 400 })
  expect(await refund(school, { id, cents: 1990 }, key)).toMatchObject({ status: 200 })
  expect(await refund(school, { id, cents: 1990 }, key)).toMatchObject({ status: 200 })
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 2990 })
  await prove(school)
})

it('goes on with a refund that began by itself, also where an administrator who asks for it hears of a refusal', async () => {
  const school = await p.w.makeSchool('Volta sozinho')
  const { id } = await buy(school)
  const moment = new Date()
  const asked = { kind: 'refund', key: unwantedKey(id), cents: '2990', state: 'asked', reason: '' } as const
  await school.tx((db) => insertReturn(db, { payment_id: id, ...asked, utc_asked_on: moment }))
  await p.control.failNext({ operation: 'POST /v1/refunds', how: 'error400', times: 2 })
  expect(await refund(school, { id, cents: 2990 })).toMatchObject({ status: 409, error: { code: 'refund_refused' } })
  await expect(followRefunds(school, p.tools, neverStops)).rejects.toThrow(/refused/)
  await followRefunds(school, p.tools, neverStops)
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 2990 })
  await prove(school)
})

it('gives up a refund that is refused after the provider was away, and its job says so once', async () => {
  const school = await p.w.makeSchool('Recusada depois')
  const { id } = await buy(school)
  await p.control.failNext({ operation: 'POST /v1/refunds', how: 'error500', times: 2 })
  expect(await refund(school, { id, cents: 500 })).toMatchObject({ error: { code: 'payment_provider_away' } })
  await p.control.failNext({ operation: 'POST /v1/refunds', how: 'error400' })
  await expect(followRefunds(school, p.tools, neverStops)).rejects.toThrow(/refused/)
  await followRefunds(school, p.tools, neverStops)
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 0, is_refundable: false })
  await prove(school)
})

it('lets an administrator of the platform alone give back, with a reason and a fresh proof', async () => {
  const school = await p.w.makeSchool('Quem devolve')
  const { id } = await buy(school)
  const call = (as: { token: string }, body: object) =>
    p.w.call(payments.refund, { as, params: { schoolId: school.id }, body: { id, cents: 1, reason, ...body } })
  expect((await call(school.admin, {})).error.code).toBe('platform_only')
  expect(await call(operator, { reason: 'x' })).toMatchObject({
    status: 400,
    error: { fields: { reason: expect.any(String) } },
  })
  expect(await call(operator, { cents: 0 })).toMatchObject({
    status: 400,
    error: { fields: { cents: expect.any(String) } },
  })
  const { id: theirs } = await buy(p.w.riverside)
  await buy(p.w.riverside)
  expect((await refund(p.w.northside, { id: theirs, cents: 1 })).status).toBe(404)
  await prove(school)
})

it('refuses to give a Pix back after ninety days', async () => {
  const school = await p.w.makeSchool('Pix antigo')
  await p.pay(school, { paymentMethod: 'pix' })
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  await p.control.payPix(intent.id)
  await p.read(school, intent.metadata.payment!)
  const { id } = await rowOf(school)
  const setPaid = (days: number) =>
    school.tx((db) =>
      db
        .updateTable('payments')
        .set({ utc_paid_on: new Date(Date.now() - days * dayMs) })
        .execute(),
    )
  await setPaid(90)
  expect((await refund(school, { id, cents: 1 })).error.code).toBe('payment_not_refundable')
  await setPaid(89)
  expect((await refund(school, { id, cents: 100 })).status).toBe(200)
  await setPaid(0)
  await prove(school)
})

it('follows refunds that were made at the provider itself', async () => {
  const school = await p.w.makeSchool('Devolvido no painel')
  await buy(school)
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  await p.provider.ask(({ refunds }) => refunds.create({ payment_intent: intent.id, amount: 1000 }))
  await receiveAll('charge.refunded', 'refund.created')
  await receiveAll('charge.refunded')
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 1000 })
  const { body } = await p.w.call(ledger.statement, { as: school.admin })
  expect(body).toMatchObject({ bank: { balance: '19.97', points: 20 }, movements: { total: 2 } })
  await prove(school)
})

it('gives nothing back of what is disputed, also before that is heard', async () => {
  const school = await p.w.makeSchool('Contestado antes')
  const { id } = await buy(school)
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  await p.control.dispute(String(intent.latest_charge))
  expect(await refund(school, { id, cents: 500 })).toMatchObject({ error: { code: 'payment_not_refundable' } })
  await receiveAll('charge.dispute.created')
  expect(await rowOf(school)).toMatchObject({ is_disputed: true, refunded_cents: 2990 })
  await prove(school)
})

it('says how much is left where a part went back at the provider, of which nothing was heard yet', async () => {
  const school = await p.w.makeSchool('Devolvido em dois lugares')
  const { id } = await buy(school)
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  await p.control.refund(String(intent.latest_charge), 2000)
  expect(await refund(school, { id, cents: 2990 })).toMatchObject({
    status: 400,
    error: { fields: { cents: expect.stringMatching(/ainda não foi devolvido/) } },
  })
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 2000, is_refundable: expect.any(Boolean) })
  expect((await refund(school, { id, cents: 990 })).body.bank).toEqual({ balance: '0.00', points: 0 })
  await prove(school)
})

it('gives the very same back when a refund fails at the bank, whether it was heard of before or not', async () => {
  const school = await p.w.makeSchool('Devolução que falha')
  const { id } = await buy(school)
  await refund(school, { id, cents: 1000 })
  const [ours] = await listRefunds(school)
  await p.control.failRefund(ours!.id)
  await receiveAll('refund.failed')
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  const theirs = await p.control.refund(String(intent.latest_charge), 500)
  await p.control.failRefund(theirs.id)
  await receiveAll('refund.created', 'refund.failed')
  const { body } = await p.w.call(ledger.statement, { as: school.admin })
  expect(body.bank).toEqual({ balance: '30.00', points: 30 })
  expect(body.movements.list.map(({ kind }) => kind)).toEqual(['refund_failed', 'refund', 'pack'])
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 0 })
  await prove(school)
})

it('takes the whole of a refund, also when it hears later that the one before had failed', async () => {
  const school = await p.w.makeSchool('Devolvido de novo')
  const { id } = await buy(school)
  await refund(school, { id, cents: 1000 })
  const [ours] = await listRefunds(school)
  await p.control.failRefund(ours!.id)
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  await p.control.refund(String(intent.latest_charge))
  await receiveAll('charge.refunded', 'refund.failed')
  const { body } = await p.w.call(ledger.statement, { as: school.admin })
  expect(body.bank).toEqual({ balance: '0.00', points: 0 })
  expect(await rowOf(school)).toMatchObject({ refunded_cents: 2990 })
  await prove(school)
})

async function listRefunds(school: School) {
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.school === school.id)!
  return (await p.provider.ask(({ refunds }) => refunds.list({ payment_intent: intent.id }))).data
}
