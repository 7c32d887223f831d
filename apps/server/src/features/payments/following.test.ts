import { hourMs } from '@escola/contract/durations'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { followPayments } from './following.service.ts'
import { type PayingWorld, payingWorld } from './payments.testing.ts'
import { followRefunds } from './returns/refunds.service.ts'

let p: PayingWorld
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
