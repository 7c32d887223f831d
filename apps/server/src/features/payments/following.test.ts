import { randomUUID } from 'node:crypto'
import { hourMs, minuteMs } from '@escola/contract/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue } from '../../jobs/scheduled-jobs.ts'
import { neverStops } from '../../testing/jobs.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { followPayments } from './following.service.ts'
import { findByKey } from './payments.queries.ts'
import { refreshPayment } from './payments.service.ts'
import { type PayingWorld, payingWorld } from './payments.testing.ts'
import { followRefunds } from './returns/refunds.service.ts'

let p: PayingWorld
type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
beforeAll(async () => {
  p = await payingWorld()
})

it('asks for the other payments of a school where one cannot be asked for', async () => {
  const school = await p.w.makeSchool('Um pagamento perdido')
  await p.pay(school, { paymentMethod: 'pix' })
  const { id } = (await p.pay(school, { paymentMethod: 'pix' })).body.payment
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === id)!
  await p.control.payPix(intent.id)
  await p.control.failNext({ operation: 'GET /v1/payment_intents/:id', how: 'error500', times: 2 })
  await expect(followPayments(school, p.tools, neverStops)).rejects.toThrow()
  expect(await statusOf(id)).toBe('succeeded')

  function statusOf(key: string) {
    return school.tx(async (db) => {
      const row = await db.selectFrom('payments').select('status').where('key', '=', key).executeTakeFirstOrThrow()
      return row.status
    })
  }
})

describe('a payment that failed here, and waits at the provider', () => {
  const later = (ms: number) => ({ ...p.tools, now: () => new Date(Date.now() + ms) })
  const rowOf = (school: School) =>
    school.tx((db) => db.selectFrom('payments').select(['status', 'utc_look_on']).executeTakeFirstOrThrow())
  const dueOf = (school: School) => school.tx((db) => findDue(db, jobs.followPayments))
  /** Makes a payment whose confirmation arrives after its attempt was called over. */
  async function failEarly(name: string, number: string) {
    const school = await p.w.makeSchool(name)
    const paymentId = randomUUID()
    await p.pay(school, { paymentId, paymentMethod: await p.card('4000000000000002') })
    const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === paymentId)!.id
    const payment_method = await p.card(number)
    const confirm = () => p.provider.ask(({ paymentIntents }) => paymentIntents.confirm(intent, { payment_method }))
    return { school, paymentId, intent, confirm }
  }

  it('is given without any event', async () => {
    const { school, confirm } = await failEarly('Confirmado tarde', '4242424242424242')
    expect(await dueOf(school)).toEqual(expect.any(Date))
    await confirm()
    await followPayments(school, later(2 * minuteMs), neverStops)
    expect(await rowOf(school)).toEqual({ status: 'succeeded', utc_look_on: null })
    expect(await dueOf(school)).toBeUndefined()
    await verifyLedger(school)
  })

  it('is open again where its bank asks its payer', async () => {
    const { school, paymentId, intent, confirm } = await failEarly('Perguntado tarde', '4000002760003184')
    await confirm()
    expect(await p.read(school, paymentId)).toMatchObject({ payment: { status: 'requires_action', fault: '' } })
    await p.control.authenticate(intent)
    await followPayments(school, later(2 * minuteMs), neverStops)
    expect(await rowOf(school)).toMatchObject({ status: 'succeeded' })
  })

  it('is looked at ever later, and ended at the provider after a day', async () => {
    const { school, intent } = await failEarly('Nunca confirmado', '4242424242424242')
    let looks = 0
    for (let due = await dueOf(school); due; due = await dueOf(school)) {
      const now = new Date(due)
      await followPayments(school, { ...p.tools, now: () => now }, neverStops)
      looks++
    }
    expect(looks).toBeGreaterThan(5)
    expect(looks).toBeLessThan(15)
    const { status } = await p.provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intent))
    expect(status).toBe('canceled')
    expect(await rowOf(school)).toEqual({ status: 'failed', utc_look_on: null })
    expect(await dueOf(school)).toBeUndefined()
  })

  it('is ended at the provider also where it was read after a day, before its next look', async () => {
    const { school, paymentId, intent } = await failEarly('Lido depois de um dia', '4242424242424242')
    await followPayments(school, later(20 * hourMs), neverStops)
    const payment = (await school.tx((db) => findByKey(db, paymentId)))!
    expect(payment.utc_look_on!.getTime()).toBeGreaterThan(Date.now() + 30 * hourMs)
    await refreshPayment(school, payment, later(25 * hourMs))
    const due = (await dueOf(school))!
    expect(due.getTime()).toBeLessThan(Date.now() + 26 * hourMs)
    await followPayments(school, { ...p.tools, now: () => due }, neverStops)
    const { status } = await p.provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intent))
    expect(status).toBe('canceled')
    expect(await rowOf(school)).toEqual({ status: 'failed', utc_look_on: null })
  })
})

it('ends the other refunds of a school where one cannot be asked for', async () => {
  const school = await p.w.makeSchool('Uma devolução perdida')
  for (let time = 0; time < 2; time++) await p.pay(school, { paymentMethod: await p.card() })
  const rows = await school.tx((db) => db.selectFrom('payments').select(['id']).orderBy('id').execute())
  const now = new Date()
  await school.tx(async (db) => {
    await db.updateTable('payments').set({ intent_id: 'pi_none' }).where('id', '=', rows[0]!.id).execute()
    const values = rows.map(({ id }) => ({
      payment_id: id,
      kind: 'refund',
      key: id,
      cents: '1',
      state: 'asked',
      utc_asked_on: now,
    }))
    await db.insertInto('payment_returns').values(values).execute()
  })
  await expect(followRefunds(school, p.tools, neverStops)).rejects.toThrow()
  const states = await school.tx((db) =>
    db.selectFrom('payment_returns').select('state').orderBy('payment_id').execute(),
  )
  expect(states).toEqual([{ state: 'asked' }, { state: 'booked' }])
})

it('asks again for a refund that is owed, however long the provider refused it', async () => {
  const school = await p.w.makeSchool('Uma devolução devida')
  for (let time = 0; time < 2; time++) await p.pay(school, { paymentMethod: await p.card() })
  const rows = await school.tx((db) => db.selectFrom('payments').select(['id']).orderBy('id').execute())
  const values = rows.map(({ id }, at) => ({
    payment_id: id,
    kind: 'refund',
    key: at === 0 ? `unwanted:${id}` : id,
    cents: '1',
    state: 'asked',
    utc_asked_on: new Date(Date.now() - 48 * hourMs),
  }))
  await school.tx((db) => db.insertInto('payment_returns').values(values).execute())
  await followRefunds(school, p.tools, neverStops)
  const states = await school.tx((db) =>
    db.selectFrom('payment_returns').select('state').orderBy('payment_id').execute(),
  )
  expect(states).toEqual([{ state: 'booked' }, { state: 'given_back' }])
})
