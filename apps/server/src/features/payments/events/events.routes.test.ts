import { randomUUID } from 'node:crypto'
import { dayMs, minuteMs } from '@escola/contract/durations'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { openSchool } from '../../../core/scope.ts'
import { closeLater } from '../../../testing/world.ts'
import { verifyLedger } from '../../ledger/ledger-proof.service.ts'
import { ensureCustomer } from '../customers.service.ts'
import { type PayingWorld, payingWorld } from '../payments.testing.ts'
import { reconcilePayments } from '../reconciliation.service.ts'
import { deleteProcessedEvents, processPaymentEvent } from './events.service.ts'

let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld()
})

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
const event = (type: string, object: object, more: object = {}) => ({
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  api_version: '2020-08-27',
  livemode: false,
  type,
  data: { object },
  ...more,
})
const stored = () =>
  p.w.database.withPlatform((db) =>
    db.selectFrom('stripe_events').select(['event_id', 'type', 'object_id', 'utc_processed_on']).execute(),
  )
const waiting = () =>
  p.w.database.withPlatform((db) =>
    db.selectFrom('outbox').where('name', '=', 'payments.hear').select('payload').execute(),
  )
const bankOf = (school: School) =>
  school.tx((db) => db.selectFrom('school_bank').select(['balance_cents', 'points']).executeTakeFirst())

/** Counts the payments and movements of all schools. */
async function countMoney() {
  const client = new pg.Client({ connectionString: p.w.databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select (select count(*) from payments) as payments, (select count(*) from ledger_movements) as movements',
  )
  await client.end()
  return rows
}

/** Makes a Pix that was paid, of which the server knows nothing yet. */
async function paidPix(school: School): Promise<{ paymentId: string; intent: string }> {
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, paymentMethod: 'pix' })
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === paymentId)!.id
  await p.control.payPix(intent)
  return { paymentId, intent }
}

it('refuses what is not signed, not signed now, of another account or of another mode, and stores nothing', async () => {
  const paid = event('payment_intent.succeeded', { id: 'pi_1' })
  const answers = [
    await p.send(paid, { secret: 'whsec_other' }),
    await p.send(paid, { at: Date.now() - 6 * minuteMs }),
    await p.send(paid, { at: Date.now() + 6 * minuteMs }),
    await p.send(event('payment_intent.succeeded', { id: 'pi_1' }, { livemode: true })),
    await p.send(event('payment_intent.succeeded', { id: 'pi_1' }, { account: 'acct_other' })),
    await p.send({ hello: 'world' }),
    await p.send([]),
    await p.w.app.inject({ method: 'POST', url: '/api/stripe/events', payload: paid }),
    await p.w.app.inject({
      method: 'POST',
      url: '/api/stripe/events',
      payload: 'nonsense',
      headers: { 'content-type': 'text/plain', 'stripe-signature': 't=1,v1=2,,=,t' },
    }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 400))
  expect(answers[0]!.json()).toMatchObject({ code: 'payment_event_refused' })
  expect(await stored()).toEqual([])
  for (const at of [Date.now() - 4 * minuteMs, Date.now() + 4 * minuteMs])
    expect((await p.send(event('payment_intent.succeeded', { id: 'pi_1' }), { at })).statusCode).toBe(200)
})

it('stores an event once, and an unknown type without a job', async () => {
  const before = (await waiting()).length
  const paid = event('payment_intent.succeeded', { id: 'pi_unknown', amount: 1 })
  const unknown = event('topup.created', { id: 'tu_1' })
  for (const each of [paid, paid, unknown, unknown]) expect((await p.send(each)).statusCode).toBe(200)
  const rows = (await stored()).filter(({ event_id }) => [paid.id, unknown.id].includes(event_id))
  expect(rows).toEqual([
    { event_id: paid.id, type: 'payment_intent.succeeded', object_id: 'pi_unknown', utc_processed_on: null },
    { event_id: unknown.id, type: 'topup.created', object_id: 'tu_1', utc_processed_on: expect.any(Date) },
  ])
  expect((await waiting()).slice(before)).toEqual([{ payload: { eventId: paid.id } }])
})

it('gives once for a hundred of the same event at once, which two processes store and process, with older ones between', async () => {
  const school = await p.w.makeSchool('Cem avisos')
  const { intent } = await paidPix(school)
  const older = ['requires_action', 'processing', 'payment_failed', 'canceled'].map((type) =>
    event(`payment_intent.${type}`, { id: intent, status: 'requires_payment_method' }),
  )
  const paid = event('payment_intent.succeeded', { id: intent })
  const many = [...Array.from({ length: 100 }, () => paid), ...older]
  const other = await buildApp(p.w.config)
  closeLater(() => other.close())
  const before = (await waiting()).length
  const answers = await Promise.all(many.map((each, at) => p.send(each, { to: at % 2 ? p.w.app : other.http })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(many.map(() => 200))
  expect((await stored()).filter(({ event_id }) => event_id === paid.id)).toMatchObject([{ utc_processed_on: null }])
  const asked = (await waiting()).slice(before).map(({ payload }) => payload)
  expect(asked).toHaveLength(1 + older.length)
  expect(asked).toEqual(expect.arrayContaining([paid, ...older].map(({ id }) => ({ eventId: id }))))

  const { database } = other
  const processes = [p.tools, { ...p.tools, platform: database, openSchool: (id: string) => openSchool(database, id) }]
  const received = Array.from({ length: 100 }, (_, at) => (at % 10 ? paid : older[(at / 10) % older.length]!))
  await Promise.all(received.map(({ id }, at) => processPaymentEvent(id, processes[at % 2]!)))
  expect(await bankOf(school)).toEqual({ balance_cents: '3000', points: '30' })
  await verifyLedger(school)
  await reconcilePayments(school, p.tools)
})

it('believes nothing that an event says of a payment', async () => {
  const school = await p.w.makeSchool('Aviso mentiroso')
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, paymentMethod: 'pix' })
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === paymentId)!.id
  const lie = event('payment_intent.succeeded', { id: intent, status: 'succeeded', amount_received: 2990 })
  await p.send(lie)
  await processPaymentEvent(lie.id, p.tools)
  expect(await bankOf(school)).toBeUndefined()
  expect((await p.read(school, paymentId)).payment.status).toBe('requires_action')
})

it.each([
  ['a customer that is no school', async () => (await p.provider.ask(({ customers }) => customers.create())).id],
  ['a school, which it asked for no payment', (school: School) => ensureCustomer(school, p.provider, p.tools)],
])('leaves alone what others charge with the same account to %s', async (_, customerOf) => {
  const school = await p.w.makeSchool('Conta de outros')
  const customer = await customerOf(school)
  const intent = await p.provider.ask(({ paymentIntents }) =>
    paymentIntents.create({ amount: 2990, currency: 'brl', customer, allowed_payment_method_types: ['pix'] }),
  )
  await p.provider.ask(({ paymentIntents }) =>
    paymentIntents.confirm(intent.id, { payment_method_data: { type: 'pix' } }),
  )
  await p.control.payPix(intent.id)
  const before = await countMoney()
  const foreign = event('payment_intent.succeeded', { id: intent.id })
  await p.send(foreign)
  await processPaymentEvent(foreign.id, p.tools)
  const received = (await stored()).find(({ event_id }) => event_id === foreign.id)
  expect(received).toMatchObject({ utc_processed_on: expect.any(Date) })
  expect(await countMoney()).toEqual(before)
  expect(await bankOf(school)).toBeUndefined()
})

it('gives nothing for another sum than was asked for', async () => {
  const school = await p.w.makeSchool('Outra soma')
  const { paymentId } = await paidPix(school)
  await school.tx((db) => db.updateTable('payments').set({ cents: '2991' }).where('key', '=', paymentId).execute())
  expect(
    (
      await p.w.app.inject({
        method: 'GET',
        url: `/api/school/${school.id}/payment/${paymentId}`,
        headers: { authorization: `Bearer ${school.admin.token}` },
      })
    ).statusCode,
  ).toBe(500)
  expect(await bankOf(school)).toBeUndefined()
})

it('forgets what was sent three months after it was processed, and never what was not', async () => {
  const ago = (days: number) => new Date(Date.now() - days * dayMs)
  const rows = [
    { event_id: 'evt_old', utc_processed_on: ago(91) },
    { event_id: 'evt_young', utc_processed_on: ago(89) },
    { event_id: 'evt_unheard', utc_processed_on: null },
  ].map((row) => ({ ...row, type: 'charge.refunded', object_id: 'ch_1', utc_received_on: ago(91) }))
  await p.w.database.withPlatform((db) => db.insertInto('stripe_events').values(rows).execute())
  for (let times = 0; times < 2; times++) await deleteProcessedEvents(p.tools)
  const left = (await stored()).map(({ event_id }) => event_id)
  expect(rows.map(({ event_id }) => event_id).filter((id) => left.includes(id))).toEqual(['evt_young', 'evt_unheard'])
})
