import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { minuteMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { ownPostgres } from '../../testing/own-postgres.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { closeLater, withLooks } from '../../testing/world.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { processPaymentEvent } from './events/events.service.ts'
import { followPayments } from './following.service.ts'
import { type PayingWorld, payingWorld } from './payments.testing.ts'
import { reconcilePayments } from './reconciliation.service.ts'

/** Is called with each operation that the provider has done, before its answer goes out. */
let onAnswer: (operation: string) => unknown = () => undefined
let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld({ STRIPE_API_URL: await startProxy(process.env.TEST_STRIPE_URL!) }, withLooks)
})
beforeEach(() => {
  onAnswer = () => undefined
})

/** Stands between the server and the provider. */
async function startProxy(target: string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
    const body = await text(request)
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method!,
      headers,
      ...(request.method !== 'GET' && { body }),
    })
    const answered = await answer.text()
    await onAnswer(`${request.method} ${request.url!.replace(/\/pi_\w+/, '/:id')}`)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  closeLater(async () => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
const prove = async (school: School) => {
  await verifyLedger(school)
  await reconcilePayments(school, p.tools)
}
const follow = (school: School) => followPayments(school, p.tools, neverStops)
async function thaw() {
  ownPostgres.thaw()
  await expect
    .poll(() =>
      p.w.database.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
}
/** Lets the time pass within which an attempt may still be under way. */
const ageAttempts = (school: School) =>
  school.tx((db) =>
    db
      .updateTable('payments')
      .set({ utc_tried_on: new Date(Date.now() - 120_000) })
      .execute(),
  )
const isSaying = { status: 503, error: { code: 'unavailable' } }
async function countPaid(school: School) {
  const intents = await p.listIntents()
  return intents.filter(({ metadata, status }) => metadata.school === school.id && status === 'succeeded').length
}

it.each([
  ['GET /v1/payment_methods/:id', 0],
  ['POST /v1/payment_intents', 0],
  ['POST /v1/payment_intents/:id/confirm', 1],
] as const)(
  'says so when the database hangs after the provider did %s, and charges and books once',
  {
    timeout: minuteMs,
  },
  async (operation, paid) => {
    const school = await p.w.makeSchool(`Banco parado ${operation}`)
    const order = { paymentId: randomUUID(), paymentMethod: await p.card() }
    onAnswer = (done) => {
      if (done.replace(/\/pm_\w+/, '/:id') === operation) ownPostgres.freeze()
    }
    const answer = await p.pay(school, order)
    expect(answer).toMatchObject(isSaying)
    expect(errors.unavailable.pt).toMatch(/\p{L}/u)
    onAnswer = () => undefined
    expect(await p.pay(school, order)).toMatchObject(isSaying)
    await thaw()
    expect(await countPaid(school)).toBe(paid)
    if (paid === 0) await ageAttempts(school)
    // The job and the page of the payer ask at once.
    await Promise.all([
      follow(school),
      paid && p.read(school, order.paymentId),
      paid && p.read(school, order.paymentId),
    ])
    expect(await p.pay(school, order)).toMatchObject({
      status: 200,
      body: { bank: { balance: '30.00', points: 30 }, payment: { status: 'succeeded' } },
    })
    expect(await countPaid(school)).toBe(1)
    await prove(school)
  },
)

it('begins a plan once that was paid while the database hung', async () => {
  const school = await p.w.makeSchool('Plano com o banco parado')
  const order = { paymentId: randomUUID(), item: 'middle', paymentMethod: await p.card() } as const
  onAnswer = (operation) => {
    if (operation.endsWith('/confirm')) ownPostgres.freeze()
  }
  expect(await p.pay(school, order)).toMatchObject(isSaying)
  onAnswer = () => undefined
  await thaw()
  await Promise.all([follow(school), p.read(school, order.paymentId), p.pay(school, order)])
  const { body } = await p.w.call(subscriptions.get, { as: school.admin })
  expect(body).toMatchObject({ resource: { plan_id: 'middle' }, subscription: { card: { last_4_digits: '4242' } } })
  expect(await countPaid(school)).toBe(1)
  await prove(school)
})

it('books once a payment whose booking was under way when the database hung', async () => {
  const school = await p.w.makeSchool('Parado no lançamento')
  await p.pay(school, { paymentMethod: await p.card() })
  const order = { paymentId: randomUUID(), paymentMethod: await p.card() }
  let held: Awaited<ReturnType<typeof openTransaction>> | undefined
  onAnswer = async (operation) => {
    if (!operation.endsWith('/confirm')) return
    held = await openTransaction(p.w.databaseUrl, 'select from school_bank where school_id = $1 for update', [
      school.id,
    ])
  }
  const answer = p.pay(school, order)
  await untilWaiting(p.w.databaseUrl)
  ownPostgres.freeze()
  expect(await answer).toMatchObject(isSaying)
  await thaw()
  await held?.rollback()
  await follow(school)
  expect(await p.read(school, order.paymentId)).toMatchObject({ bank: { balance: '60.00', points: 60 } })
  expect(await countPaid(school)).toBe(2)
  await prove(school)
})

it('takes an event again that came while the database hung', async () => {
  const school = await p.w.makeSchool('Aviso com o banco parado')
  const { id } = (await p.pay(school, { paymentMethod: 'pix' })).body.payment
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === id)!
  await p.control.payPix(intent.id)
  const event = (await p.listEvents('payment_intent.succeeded')).find(
    ({ data }) => 'id' in data.object && data.object.id === intent.id,
  )!
  ownPostgres.freeze()
  expect((await p.send(event)).statusCode).toBe(503)
  await thaw()
  expect((await p.send(event)).statusCode).toBe(200)
  for (let time = 0; time < 2; time++) await processPaymentEvent(event.id, p.tools)
  expect(await p.read(school, id)).toMatchObject({ bank: { balance: '30.00' }, payment: { status: 'succeeded' } })
  await prove(school)
})

it('books each of many payments once that the database hung in the middle of', { timeout: 120_000 }, async () => {
  const schools = await Promise.all(Array.from({ length: 8 }, (_, each) => p.w.makeSchool(`Parado no meio ${each}`)))
  const orders = await Promise.all(
    schools.flatMap((school) =>
      Array.from({ length: 3 }, async () => ({
        school,
        order: { paymentId: randomUUID(), paymentMethod: await p.card() },
      })),
    ),
  )
  let confirmed = 0
  onAnswer = (operation) => {
    if (operation.endsWith('/confirm') && ++confirmed === 6) ownPostgres.freeze()
  }
  const first = await Promise.all(orders.map(({ school, order }) => p.pay(school, order)))
  expect(first.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
  expect(first.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  onAnswer = () => undefined
  await thaw()
  for (const school of schools) {
    await ageAttempts(school)
    await follow(school)
  }
  for (const { school, order } of orders)
    expect((await p.pay(school, order)).body).toMatchObject({ payment: { status: 'succeeded' } })
  for (const school of schools) {
    const body = (await p.w.call(payments.list, { as: school.admin })).body
    expect(body.payments.total).toBe(3)
    expect(await countPaid(school)).toBe(3)
    await prove(school)
  }
})
